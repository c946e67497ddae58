"""Asks a broker with clients of Python that were written for other services.

python existing_clients.py CLIENT BASE ARGUMENT … prints what the client read, as JSON.
"""

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import requests


def aireloom(base, *filters):
    """Reads links with the models of AIREloom, which itself needs Python 3.12."""
    for package in ("aireloom", "aireloom.models", "bibliofabric"):
        load_parts_alone(package)
    models = import_module("aireloom.models.scholix")
    parameters = {"page": "0", "size": "99", **dict(one.split("=", 1) for one in filters)}
    answer = requests.get(f"{base}/Links", params=parameters, headers={"accept": "application/json"}, timeout=10)
    answer.raise_for_status()
    return models.ScholixResponse.model_validate(answer.json()).model_dump(mode="json")


def opencitations_client(index, reference):
    """Reads the citations and references of a work."""
    from opencitations_client import json_api_client

    json_api_client.BASE_V2 = index
    citations = json_api_client.get_incoming_citations_from_api(reference, token="any")
    references = json_api_client.get_outgoing_citations_from_api(reference, token="any")
    return [[one.model_dump(mode="json") for one in some] for some in (citations, references)]


def opencitations_articles(meta, *references):
    """Reads the metadata of works, with the same client."""
    from curies import Reference
    from opencitations_client import json_api_client

    json_api_client.META_V1 = meta
    articles = json_api_client.get_articles([Reference.from_curie(one) for one in references], token="any")
    return [one.model_dump(mode="json") for one in articles]


def opencitingpy(index, doi):
    """Reads the counts and citations of a work, and one of these by its OCI."""
    from opencitingpy.client import Client

    client = Client(index)
    citations = client.get_citations(doi)
    return {
        "citation_count": client.get_citation_count(doi),
        "reference_count": client.get_reference_count(doi),
        "citations": [one.data for one in citations],
        "first": [one.data for one in client.get_citation(citations[0].oci)],
    }


def citations_count(site, doi):
    """Reads the number of citations; the address of the site is no setting of this client."""
    from citations_count.sources import opencitations

    get = requests.get
    opencitations.requests.get = lambda url, **rest: get(url.replace("https://opencitations.net", site), **rest)
    return opencitations.get_citation_count_opencitations(doi)


def ckanext_citations(events, doi):
    """Reads the DOIs that cite one."""
    from ckanext.citations.lib import datacite_events_client

    datacite_events_client.BASE_URL = events
    return datacite_events_client.get_citing_dois(doi)


def coarnotify(inbox, token=""):
    """Sends a notification of each pattern to an inbox, without credentials or with an access token."""
    from coarnotify import patterns
    from coarnotify.client import COARNotifyClient
    from coarnotify.core.notify import NotifyPattern
    from coarnotify.http_lib import RequestsHttpLayer
    from coarnotify.test import fixtures

    class WithToken(RequestsHttpLayer):
        def post(self, url, data, headers=None, *args, **kwargs):
            named = {"Authorization": f"Bearer {token}", **(headers or {})}
            return super().post(url, data, named, *args, **kwargs)

    client = COARNotifyClient(inbox, WithToken() if token else None)
    sent = []
    for name, pattern in sorted(vars(patterns).items()):
        if isinstance(pattern, type) and issubclass(pattern, NotifyPattern):
            answer = client.send(pattern(getattr(fixtures, f"{name}FixtureFactory").source()))
            sent.append({"pattern": name, "action": answer.action, "location": answer.location})
    return sent


def coarnotify_server():
    """Receives the notifications on standard input, and checks each; answers what it takes them for."""
    from coarnotify.server import COARNotifyReceipt, COARNotifyServer, COARNotifyServiceBinding

    received = []

    class Binding(COARNotifyServiceBinding):
        def notification_received(self, notification):
            received.append(type(notification).__name__)
            return COARNotifyReceipt(COARNotifyReceipt.CREATED, notification.id)

    server = COARNotifyServer(Binding())
    for notification in json.load(sys.stdin):
        server.receive(notification, validate=True)
    return received


def ldnlib(token, *pages):
    """Finds the inbox of each page, and reads what the first one lists."""
    import ldnlib

    consumer = ldnlib.Consumer()
    inboxes = [consumer.discover(page) for page in pages]
    listed = consumer.notifications(inboxes[0], headers={"Authorization": f"Bearer {token}"})
    read = [consumer.notification(one, headers={"Authorization": f"Bearer {token}"}) for one in listed]
    return {"inboxes": inboxes, "notifications": dict(zip(listed, read, strict=True))}


def load_parts_alone(package):
    """Lets the modules of a package be imported without what its own `__init__` imports."""
    folders = find_spec(package).submodule_search_locations
    sys.modules[package] = ModuleType(package)
    sys.modules[package].__path__ = list(folders)


if __name__ == "__main__":
    client, *arguments = sys.argv[1:]
    print(json.dumps(globals()[client](*arguments)))
