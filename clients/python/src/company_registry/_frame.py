from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


def needs_pandas() -> None:
    """Says what is missing before anything is asked and paid for."""
    try:
        import pandas  # noqa: F401
    except ImportError as error:
        raise ImportError("to_frame() needs pandas: pip install 'company-registry[pandas]'") from error


def frame_of(rows: Sequence[Any], columns: Sequence[str]) -> pandas.DataFrame:
    import pandas

    # A frame without rows has the columns too.
    return pandas.DataFrame(rows, columns=None if rows else list(columns))
