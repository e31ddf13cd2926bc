"""The client of the Company Registry Data Service."""

from ._account import ApiKeys as ApiKeys
from ._account import Invitations as Invitations
from ._account import Members as Members
from ._async_account import AsyncApiKeys as AsyncApiKeys
from ._async_account import AsyncInvitations as AsyncInvitations
from ._async_account import AsyncMembers as AsyncMembers
from ._async_client import AsyncCompanyRegistry as AsyncCompanyRegistry
from ._async_client import AsyncEntities as AsyncEntities
from ._async_client import AsyncSnapshots as AsyncSnapshots
from ._async_client import AsyncWatchLists as AsyncWatchLists
from ._async_lists import AsyncBatches as AsyncBatches
from ._async_lists import AsyncChanges as AsyncChanges
from ._async_lists import AsyncPages as AsyncPages
from ._async_messages import AsyncAlerts as AsyncAlerts
from ._async_messages import AsyncWebhookEndpoints as AsyncWebhookEndpoints
from ._client import CompanyRegistry as CompanyRegistry
from ._client import Entities as Entities
from ._client import Snapshots as Snapshots
from ._client import WatchLists as WatchLists
from ._limits import Limit as Limit
from ._limits import Limits as Limits
from ._lists import Batches as Batches
from ._lists import Changes as Changes
from ._lists import Pages as Pages
from ._messages import Alerts as Alerts
from ._messages import WebhookEndpoints as WebhookEndpoints
from ._options import ApiKeyChange as ApiKeyChange
from ._options import ApiKeyPowers as ApiKeyPowers
from ._options import CallOptions as CallOptions
from ._options import Role as Role
from ._version import __version__ as __version__
from ._webhook import WebhookMessage as WebhookMessage
from ._webhook import WebhookVerificationError as WebhookVerificationError
from ._webhook import verify_webhook as verify_webhook
from .errors import *  # noqa: F403
