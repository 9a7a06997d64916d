#!/bin/sh
# Every record of the repository against results/schema.json.
exec python3 tests/lint/records.py
