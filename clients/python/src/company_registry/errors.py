"""Everything that a call can raise."""

from ._error import ApiConnectionError, ApiError, ApiTimeoutError, CompanyRegistryError
from ._error_classes import *  # noqa: F403
from ._error_classes import __all__ as _classes

__all__ = ["ApiConnectionError", "ApiError", "ApiTimeoutError", "CompanyRegistryError"]
__all__ += _classes
