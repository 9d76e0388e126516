from __future__ import annotations

from collections.abc import Callable

from gitrepo import DAY, FIRST_TIME, GitRepo


def test_a_repository_is_the_same_every_time(git_repo: Callable[[], GitRepo]) -> None:
    def build() -> tuple[str, str]:
        repo = git_repo()
        first = repo.commit({"a.json": "[]\n"}, "first")
        repo.tag("v1.0.0", message="one")
        repo.branch("side", first)
        repo.commit({"b.json": b"{}"}, "side")
        repo.checkout("main")
        repo.commit({"a.json": None}, "gone", time=FIRST_TIME + 5)
        return repo.merge("side"), repo.git("rev-parse", "v1.0.0")

    assert build() == build()


def test_times_are_given_or_go_on_by_a_day(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit()
    repo.commit()
    repo.commit(time=42)
    assert repo.git("log", "--format=%ct").split() == ["42", str(FIRST_TIME + DAY), str(FIRST_TIME)]
