"""The client of the Company Registry Data Service."""

from ._async_client import AsyncApiKeys as AsyncApiKeys
from ._async_client import AsyncCompanyRegistry as AsyncCompanyRegistry
from ._async_client import AsyncEntities as AsyncEntities
from ._async_client import AsyncSnapshots as AsyncSnapshots
from ._async_lists import AsyncBatches as AsyncBatches
from ._async_lists import AsyncChanges as AsyncChanges
from ._async_lists import AsyncPages as AsyncPages
from ._client import ApiKeys as ApiKeys
from ._client import CompanyRegistry as CompanyRegistry
from ._client import Entities as Entities
from ._client import Snapshots as Snapshots
from ._limits import Limit as Limit
from ._limits import Limits as Limits
from ._lists import Batches as Batches
from ._lists import Changes as Changes
from ._lists import Pages as Pages
from ._options import CallOptions as CallOptions
from ._version import __version__ as __version__
from .errors import *  # noqa: F403
