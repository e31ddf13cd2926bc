"""Against a service that runs, at COMPANY_REGISTRY_URL: what COMPANY_REGISTRY_RECORDS says is what it has of Moldova."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest
from company_registry import EntityNotFoundError, InvalidApiKeyError, InvalidRequestError, verify_webhook
from conftest import Blocking

README = Path(__file__).parent.parent / "README.md"
BLOCKS = [
    pytest.param(block, marks=pytest.mark.slow if "to_frame" in block else ())
    for block in re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
]


def test_calls_give_what_the_service_has(kind: Blocking, address: str, key: str) -> None:
    registry = kind.make(key=key, base_url=address)
    count = int(os.environ["COMPANY_REGISTRY_RECORDS"])
    companies = kind.all(registry.entities.search(country="MD", page_size=50))
    assert len({company["id"] for company in companies}) == count
    page = kind.value(registry.entities.search(q="holding northwind", country="MD").first_page())
    assert page["meta"]["total"] == count
    first = companies[0]
    assert kind.value(registry.entities.get(first["id"]))["canonicalName"] == first["canonicalName"]
    assert all("at" in entry for entry in kind.all(registry.entities.history(first["id"])))
    assert kind.value(registry.entities.group(first["id"]))["data"]["children"] == []
    assert kind.value(registry.entities.facets(q="northwind", facets=["status", "country"]))["meta"]["total"] >= count
    assert kind.value(registry.entities.suggest(q="north", limit=2))
    assert registry.limits.minute.limit == 3000
    items = [{"country": "MD", "number": company["number"]} for company in companies]
    found = kind.all(registry.entities.lookup([*items, {"country": "MD", "number": "1"}]))
    assert [one["status"] for one in found] == ["found"] * count + ["not_found"]
    assert [one["entity"] and one["entity"]["id"] for one in found[:-1]] == [company["id"] for company in companies]
    answers = kind.value(registry.match([{"key": "k", "name": first["canonicalName"], "country": "MD"}], limit=1).all())
    assert answers[0]["key"] == "k" and answers[0]["results"][0]["score"] > 0.5
    assert kind.value(registry.registers()) and kind.value(registry.countries()) and kind.value(registry.plans())
    kind.value(registry.close())


def test_changes_and_snapshots(kind: Blocking, address: str, key: str) -> None:
    registry = kind.make(key=key, base_url=address)
    changes = registry.changes(follow=False, limit=40, country="MD")
    assert kind.all(changes)
    assert kind.all(registry.changes(cursor=changes.cursor, follow=False)) == []
    (snapshot,) = kind.value(registry.snapshots.list(country="MD"))
    records = kind.all(registry.snapshots.records(snapshot["id"]))
    assert len(records) == snapshot["records"]
    file = b"".join(kind.all(registry.snapshots.download(snapshot["id"])))
    assert hashlib.sha256(file).hexdigest() == snapshot["sha256"]
    assert b"".join(kind.all(registry.snapshots.download(snapshot["id"], start=len(file) - 10))) == file[-10:]
    kind.value(registry.close())


def test_watch_lists(kind: Blocking, address: str, key: str) -> None:
    registry = kind.make(key=key, base_url=address)
    lists = registry.watch_lists
    made = kind.value(lists.create("suppliers"))
    (first, *_) = kind.value(registry.entities.search(country="MD").first_page())["data"]
    changed = kind.value(lists.change_companies(made["id"], add=[first["id"]], lookup=[{"country": "MD", "number": "1"}]))
    assert (changed["added"], changed["lookup"][0]["status"]) == (1, "not_found")
    assert [one["entityId"] for one in kind.all(lists.companies(made["id"]))] == [first["id"]]
    changes = lists.changes(made["id"], follow=False)
    assert kind.all(changes) == [] and changes.cursor != "start"
    searched = kind.value(lists.create("search", filter={"q": "northwind", "countries": ["MD"]}))
    assert kind.value(lists.change(searched["id"], name="other"))["filter"] == searched["filter"]
    assert kind.value(lists.get(searched["id"]))["name"] == "other"
    for one in (made, searched):
        assert kind.value(lists.delete(one["id"])) is None
    assert made["id"] not in [one["id"] for one in kind.value(lists.list())]
    kind.value(registry.close())


class Receiver:
    """Takes messages on this machine."""

    def __init__(self) -> None:
        messages: SimpleQueue[tuple[Any, bytes]] = SimpleQueue()
        self.messages = messages

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                messages.put((self.headers, self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *words: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hooks"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    Thread(target=receiver.server.serve_forever, args=(0.02,), daemon=True).start()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


def test_webhook_endpoints(kind: Blocking, address: str, key: str, receiver: Receiver) -> None:
    registry = kind.make(key=key, base_url=address)
    endpoints = registry.webhook_endpoints
    watched = kind.value(registry.watch_lists.create("hooks"))
    made = kind.value(endpoints.create(receiver.url, events=["watch_list.changed"], list_ids=[watched["id"]]))
    sent = []
    for message in (endpoints.test(made["id"]), endpoints.replay(made["id"], list_id=watched["id"], cursor="start")):
        sent.append(kind.value(message))
        headers, body = receiver.messages.get(timeout=20)
        assert headers["webhook-id"] == sent[-1]
        data = verify_webhook(made["secret"], headers, body)["data"]
        assert made["id"] in data.values() or watched["id"] in data.values()
    # The delivery is recorded after the receiver has answered.
    while len(deliveries := kind.all(endpoints.deliveries(made["id"], limit=1))) < 2:
        pass
    assert [one["messageId"] for one in deliveries] == sent[::-1]
    kind.value(endpoints.replay_delivery(made["id"], deliveries[1]["id"]))
    assert receiver.messages.get(timeout=20)[0]["webhook-id"] not in sent
    assert kind.value(endpoints.change(made["id"], list_ids=None))["listIds"] is None
    assert kind.value(endpoints.change(made["id"], description="Suppliers"))["url"] == receiver.url
    rotated = kind.value(endpoints.rotate_secret(made["id"], overlap_seconds=60))
    assert rotated["secret"] != made["secret"] and rotated["previousSecretEndsAt"] is not None
    assert kind.value(endpoints.enable(made["id"])) == kind.value(endpoints.get(made["id"]))
    kind.value(endpoints.delete(made["id"]))
    kind.value(registry.watch_lists.delete(watched["id"]))
    assert kind.value(endpoints.list()) == []
    kind.value(registry.close())


def test_alerts(kind: Blocking, address: str, session: str) -> None:
    registry = kind.make(session=session, base_url=address)
    kind.value(registry.api_keys.create(f"of {kind.is_awaited}"))
    page = kind.value(registry.alerts.list(limit=1).first_page())
    assert page["data"][0]["kind"] == "key_created" and page["meta"]["unread"] >= 1
    assert kind.all(registry.alerts.list(limit=1))[0] == page["data"][0]
    assert kind.value(registry.alerts.read(page["data"][0]["id"])) == 0
    chosen = kind.value(registry.alerts.choose([{"kind": "key_created", "email": kind.is_awaited}]))
    assert {"key_created": kind.is_awaited}.items() <= {one["kind"]: one["email"] for one in chosen["choices"]}.items()
    assert kind.value(registry.alerts.choices()) == chosen
    kind.value(registry.close())


def test_errors_have_the_class_of_their_code(kind: Blocking, address: str, key: str) -> None:
    registry = kind.make(key=key, base_url=address)
    with pytest.raises(EntityNotFoundError) as caught:
        kind.value(registry.entities.get("00000000-0000-4000-8000-000000000000"))
    assert re.fullmatch(r"[\da-f-]{36}", caught.value.request_id or "")
    with pytest.raises(InvalidRequestError):
        kind.all(registry.entities.search(country="xxx"))
    with pytest.raises(InvalidApiKeyError):
        kind.value(kind.make(key="crd_no", base_url=address).countries())


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_of_the_readme_runs(block: str, address: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "to_frame" in block:
        pytest.importorskip("pandas")
    filled = (
        block.replace("http://localhost:3000", address)
        .replace("YOUR_API_KEY", key)
        .replace("ID_OF_A_RECORD", os.environ["COMPANY_REGISTRY_RECORD"])
    )
    exec(compile(filled, str(README), "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr()
    assert printed.out.strip() and not printed.err
