"""Against a service that runs, at COMPANY_REGISTRY_URL: what COMPANY_REGISTRY_RECORDS says is what it has of Moldova."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

import pytest
from company_registry import EntityNotFoundError, InvalidApiKeyError, InvalidRequestError
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
