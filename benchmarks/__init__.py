"""`python -m benchmarks`: speeds as ratios measured in one run."""
