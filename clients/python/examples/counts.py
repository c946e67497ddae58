"""Reads one identifier from each line and prints its number of citations: python counts.py < identifiers.txt"""

import os
import sys

from link_broker import LinkBroker

with LinkBroker(os.environ.get("LINK_BROKER_URL", "http://127.0.0.1:5000")) as broker:
    for one in broker.look_up(line.strip() for line in sys.stdin):
        count = one["counts"]["version"]["isCitedBy"] if "counts" in one else "not known"
        print(one["input"], one.get("problem", count), sep="\t")
