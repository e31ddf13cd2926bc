"""The client of the Company Registry Data Service."""

from ._async_client import AsyncApiKeys, AsyncCompanyRegistry, AsyncEntities, AsyncSnapshots
from ._async_lists import AsyncBatches, AsyncChanges, AsyncPages
from ._client import ApiKeys, CompanyRegistry, Entities, Snapshots
from ._limits import Limit, Limits
from ._lists import Batches, Changes, Pages
from ._options import CallOptions
from ._version import __version__
from .errors import *  # noqa: F403
from .errors import __all__ as _errors

__all__ = [
    "ApiKeys",
    "AsyncApiKeys",
    "AsyncBatches",
    "AsyncChanges",
    "AsyncCompanyRegistry",
    "AsyncEntities",
    "AsyncPages",
    "AsyncSnapshots",
    "Batches",
    "CallOptions",
    "Changes",
    "CompanyRegistry",
    "Entities",
    "Limit",
    "Limits",
    "Pages",
    "Snapshots",
    "__version__",
]
__all__ += _errors
