"""Submits a JSON array of Scholix links and waits until they are searchable: python submit_file.py <file>"""

import json
import os
import sys

from link_broker import LinkBroker, LinkBrokerError

file = sys.argv[1]
address = os.environ.get("LINK_BROKER_URL", "http://127.0.0.1:5000")

with LinkBroker(address, token=os.environ["LINK_BROKER_TOKEN"]) as broker, open(file, encoding="utf-8") as links:
    try:
        for submitted in broker.submit(json.load(links), wait=True):
            new = submitted.event["counts"]["new_relationships"] if submitted.event else None
            print(f"{submitted.event_id}: {new} new relationships")
    except LinkBrokerError as error:
        places = [f"{file}#{place.get('pointer')}: {place['message']}" for place in error.errors]
        sys.exit("\n".join([f"{error.code}: {error}", *places]))
