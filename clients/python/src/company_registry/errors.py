"""Everything that a call can raise."""

from ._error import ApiConnectionError as ApiConnectionError
from ._error import ApiError as ApiError
from ._error import ApiTimeoutError as ApiTimeoutError
from ._error import CompanyRegistryError as CompanyRegistryError
from ._error_classes import *  # noqa: F403
