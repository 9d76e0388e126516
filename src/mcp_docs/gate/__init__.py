"""The gate's judgement of one comparison: two sides and their changes become a report."""
