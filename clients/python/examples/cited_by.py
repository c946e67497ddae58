"""Prints the works that cite any version of a work: python cited_by.py <identifier>"""

import os
import sys

from link_broker import LinkBroker

id = sys.argv[1] if len(sys.argv) > 1 else "10.21105/joss.00024"

with LinkBroker(os.environ.get("LINK_BROKER_URL", "http://127.0.0.1:5000")) as broker:
    for found in broker.relationships(id, relation="isCitedBy", group_by="version"):
        target = found["Target"]
        provider = found["LinkHistory"][0]["LinkProvider"]["Name"]
        cells = [target["Identifiers"][0]["ID"], target.get("PublicationDate", ""), target.get("Title", ""), provider]
        print("\t".join(cells))
