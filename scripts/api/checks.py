"""Holds refusals of requests that fit the description to reasons that no schema can write.

Loaded by schemathesis (SCHEMATHESIS_HOOKS). Knows the words of refusals, and no request.
"""

import re

import schemathesis

IDENTIFIERS = {
    "not-an-identifier": ".",
    "several-identifiers": ".",
    "ambiguous-identifier": ".",
}
RANGES = "ends before it begins|is before from"
COUNTING = (
    "There is no definition|^The definition|which is no flag|is empty|Ask for fewer works|longer than the list"
)
CURSOR = "is not valid|is not one that|is not a cursor|was not returned by a search"

# A filter is as that of GET /changes; each kind has addresses and paces of its own.
SUBSCRIPTION = IDENTIFIERS | {
    "invalid-body": "must |requires |not both|sends no messages|is not a cursor|takes a token| alone"
    f"|{COUNTING}",
    "cursor-expired": ".",
}

SCHOLEXPLORER = {
    "bad-query": f"{RANGES}|{COUNTING}|must be a real date|Pages reach|Give sourcePid|relation",
    "bad-query-string": ".",
}

# By operation: the code of a problem, and what each of its messages says.
BEYOND_SCHEMAS = {
    "GET /relationships": IDENTIFIERS
    | {
        "bad-query-string": ".",
        "bad-query": f"{RANGES}|{CURSOR}|must be a real date|cannot be combined|Pages reach|via |only |{COUNTING}",
    },
    "GET /objects": IDENTIFIERS
    | {"bad-query-string": ".", "bad-query": f"{RANGES}|{CURSOR}|{COUNTING}|Unknown parameter|Give id for one work"},
    "GET /objects/{number}": {"bad-query": COUNTING},
    "POST /objects/lookup": {"bad-query": COUNTING},
    "GET /relationships/history": IDENTIFIERS | {"bad-query": "."},
    "GET /why": {**IDENTIFIERS, "bad-query": "^flag asks about a link"},
    "GET /changes": IDENTIFIERS
    | {"bad-query": f"{CURSOR}|{COUNTING}| requires |not both|ids |ORCID iD|kind=retracted", "cursor-expired": "."},
    "GET /objects/{scheme}/{id}/feed.atom": IDENTIFIERS | {"bad-query": f" requires |{COUNTING}|kind=retracted"},
    "GET /search/feed.atom": {"bad-query-string": ".", "bad-query": f"{RANGES}|{COUNTING}|Give id for one work"},
    "GET /compat/asclepias/api/relationships": {
        "bad-query-string": ".",
        "bad-query": f"{RANGES}|{COUNTING}|must be a real date|Pages reach",
    },
    "GET /compat/scholexplorer/v2/Links": SCHOLEXPLORER,
    "GET /compat/scholexplorer/v3/Links": SCHOLEXPLORER,
    "GET /compat/datacite/events": IDENTIFIERS
    | {"bad-query": f"{CURSOR}|{COUNTING}|Pages reach|Give doi|relation-type-id|Events cannot", "bad-query-string": "."},
    "GET /audit": {"bad-query": "must be a date"},
    "POST /events": {
        "bad-query": "source|scheme|provider|There is no dialect|requires dialect|date must be|columns",
        "invalid-links": "^The body|calendar date|must be one of|is not an object type"
        "|is not a relation type|nothing that can be seen"
        "|letters of several scripts|invisible characters|like Latin letters|is not an ISSN"
        # What is white space differs between the languages that read a pattern.
        "|must not be empty",
    },
    "POST /mcp": {"bad-request": "JSON-RPC"},
    "POST /inbox": {
        "bad-request": "must have|The id must be",
        "invalid-body": "was sent before with other content",
        "invalid-links": "^The body holds no link",
    },
    "POST /notify/senders": {"invalid-body": "must have an origin|must be an|is not the email"},
    "POST /subscriptions": SUBSCRIPTION,
    "PATCH /subscriptions/{id}": SUBSCRIPTION,
    "POST /reports": {"bad-query": COUNTING, "invalid-body": f"must be a date|{CURSOR}", "not-found": "Unknown link provider"},
    # Each service needs filters, settings and addresses of its own.
    "POST /harvests": {"invalid-body": "."},
    "POST /tokens": {"invalid-body": "is refused"},
    "POST /users": {"invalid-body": "is refused"},
    "POST /roles": {"invalid-body": "is refused"},
    "POST /invitations": {"invalid-body": "is refused"},
    "PUT /session/password": {"invalid-body": "is not the password of this account|is refused"},
}


@schemathesis.check
def refused_beyond_schemas_only(ctx, response, case):
    """A request that fits the description is refused for what the description cannot say."""
    if response.status_code not in (400, 410, 422) or case.meta is None:
        return
    if not case.meta.generation.mode.is_positive:
        return
    # Problems there are lines of text, pictures or boxes.
    if case.operation.path.startswith(("/compat/opencitations/", "/badges/", "/embed/")):
        return
    problem = response.json()
    places = problem.get("errors", [])
    # In JSON:API each place has the code, and its message is a title.
    code = problem["type"].rsplit("/", 1)[-1] if "type" in problem else places[0]["code"]
    reasons = BEYOND_SCHEMAS.get(case.operation.label, {}).get(code)
    assert reasons is not None, f"{code} does not follow from the description: {problem}"
    for message in [place.get("message") or place["title"] for place in places] or [problem["detail"]]:
        assert re.search(reasons, message) or message.startswith("… and "), f"{code}: {message}"
