"""The subscriptions of an account: one method for each operation."""

from __future__ import annotations

import json
from typing import Any, List, Optional, cast
from urllib.parse import quote

from ._http import Http
from ._paged import Paged, listed
from .schemas import (
    Delivery,
    NewSubscription,
    Subscription,
    SubscriptionChange,
    SubscriptionList,
    SubscriptionTrial,
    WantedSubscription,
)


class Subscriptions:
    """Creates, shows and changes subscriptions. The access token needs the scope ``subscribe``."""

    def __init__(self, http: Http) -> None:
        """Creates it for ``LinkBroker.subscriptions``."""
        self._http = http

    def create(self, wanted: WantedSubscription) -> NewSubscription:
        """Creates one. The answer has the secret of a webhook, which is not shown again."""
        return cast(NewSubscription, self._change("POST", "/subscriptions", body=json.dumps(wanted)))

    def list(self, *, all: bool = False, size: Optional[int] = None) -> Paged[Subscription, SubscriptionList]:
        """Lists those of the account by number; for administrators with ``all``, those of all accounts.

        ``size`` is the number of subscriptions in each request.
        """
        query, members = {"all": all, "size": size}, {"subscriptions": list}
        return Paged(
            lambda: listed(self._http, "/subscriptions", query, "after", **members),
            lambda page: page["subscriptions"],
        )

    def show(self, id: int) -> Subscription:
        """Returns one."""
        return cast(Subscription, self._http.get(_path_of(id)))

    def change(self, id: int, change: SubscriptionChange) -> Subscription:
        """Changes, pauses or continues one."""
        return cast(Subscription, self._change("PATCH", _path_of(id), body=json.dumps(change)))

    def delete(self, id: int) -> None:
        """Ends one; nothing more is sent."""
        self._http.send("DELETE", _path_of(id), repeatable=False)

    def test(self, id: int) -> SubscriptionTrial:
        """Sends a message without changes to the webhook, and returns what that answered."""
        return cast(SubscriptionTrial, self._change("POST", f"{_path_of(id)}/test"))

    def rotate(self, id: int) -> str:
        """Replaces the secret of a webhook, and returns the new one. For 24 hours both sign messages."""
        return cast(str, self._change("POST", f"{_path_of(id)}/rotate", members={"secret": str})["secret"])

    def deliveries(self, id: int) -> List[Delivery]:
        """Returns the last 100 messages, the newest first, each with its last try."""
        answer = self._http.get(f"{_path_of(id)}/deliveries", deliveries=list)
        return cast(List[Delivery], answer["deliveries"])

    def resend(self, id: int, message: str) -> Delivery:
        """Sends one of these messages again, and returns it with this try."""
        path = f"{_path_of(id)}/deliveries/{quote(message, safe='')}/resend"
        return cast(Delivery, self._change("POST", path))

    def _change(self, method: str, path: str, **request: Any) -> Any:
        return self._http.json(method, path, repeatable=False, **request)


def _path_of(id: int) -> str:
    return f"/subscriptions/{id}"
