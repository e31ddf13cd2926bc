# Written by npm run generate from openapi.json. Do not edit.
"""The types of what the service takes and gives, as its contract has them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Literal, NotRequired, Required, TypedDict

from ._options import CallOptions

__all__ = [
    "Account",
    "AccountBilling",
    "AccountUsage",
    "Alert",
    "AlertChoices",
    "AlertChoicesChoices",
    "AlertRaisedMessage",
    "AlertRaisedMessageData",
    "AlertsPage",
    "AlertsPageMeta",
    "ApiKey",
    "ApiPlan",
    "Change",
    "ChangeChanges",
    "ChangesPage",
    "ChangesPageMeta",
    "ChangesParameters",
    "Country",
    "CreatedApiKey",
    "CreatedInvitation",
    "CreatedWebhookEndpoint",
    "EndpointTestMessage",
    "EndpointTestMessageData",
    "EntityDetail",
    "EntityDetailAddress",
    "EntityDetailIdentifiers",
    "EntityDetailOtherNames",
    "EntityDetailProvenance",
    "EntityDetailProvenanceFiles",
    "EntityFilter",
    "EntityLookup",
    "EntityLookupInput",
    "EntitySuggestion",
    "EntitySuggestionRanges",
    "EntitySummary",
    "Facet",
    "FacetParameters",
    "FacetValues",
    "FacetsAnswer",
    "FacetsAnswerMeta",
    "GroupAnswer",
    "GroupAnswerData",
    "GroupAnswerMeta",
    "GroupRelation",
    "GroupRelationMember",
    "HistoryEntry",
    "HistoryEntryChanges",
    "HistoryEntryProvenance",
    "HistoryEntryProvenanceFiles",
    "HistoryPage",
    "HistoryPageMeta",
    "Invitation",
    "InvitationOffer",
    "LookupItem",
    "MatchQuery",
    "MatchResult",
    "MatchResultResults",
    "MatchResultResultsFeatures",
    "MatchResultResultsMatchedName",
    "Member",
    "Membership",
    "NewAlertChoice",
    "ReconcileAddress",
    "Register",
    "RegisterServed",
    "RegistryAU",
    "RegistryAUPreviousNames",
    "RegistryActivities",
    "RegistryActivity",
    "RegistryActivityNace",
    "RegistryBE",
    "RegistryBEAddress",
    "RegistryBEContacts",
    "RegistryBENames",
    "RegistryCY",
    "RegistryCYAddress",
    "RegistryCYPreviousNames",
    "RegistryCZ",
    "RegistryCZAddress",
    "RegistryEE",
    "RegistryEEAddress",
    "RegistryFI",
    "RegistryFIAuxiliaryNames",
    "RegistryFIEntries",
    "RegistryFIParallelNames",
    "RegistryFIPostalAddress",
    "RegistryFIPreviousNames",
    "RegistryFISituations",
    "RegistryFIVisitingAddress",
    "RegistryFR",
    "RegistryGB",
    "RegistryGBAccounts",
    "RegistryGBAddress",
    "RegistryGBConfirmationStatement",
    "RegistryGBLimitedPartnership",
    "RegistryGBMortgages",
    "RegistryGBPreviousNames",
    "RegistryGBReturns",
    "RegistryIE",
    "RegistryIEAddress",
    "RegistryJP",
    "RegistryJPAddress",
    "RegistryJPEnglishAddress",
    "RegistryLT",
    "RegistryLTAddress",
    "RegistryLV",
    "RegistryLVAddress",
    "RegistryMD",
    "RegistryMDBeneficiaries",
    "RegistryMDDirectors",
    "RegistryMDFounders",
    "RegistryNO",
    "RegistryNOBusinessAddress",
    "RegistryNOCapital",
    "RegistryNOHome",
    "RegistryNOPostalAddress",
    "RegistryRO",
    "RegistryROAddress",
    "RegistryROStatuses",
    "RegistrySE",
    "RegistrySEAddress",
    "RegistrySEOtherNames",
    "RegistrySEProceedings",
    "RegistrySK",
    "RegistrySKAddress",
    "RegistrySKAlternativeNames",
    "RegistrySKBusinessObjects",
    "RegistrySKPreviousNames",
    "RegistrySKSourceRegister",
    "SearchPage",
    "SearchPageMeta",
    "SearchParameters",
    "Snapshot",
    "SuggestParameters",
    "WatchList",
    "WatchListChangedMessage",
    "WatchListChangedMessageData",
    "WatchedChange",
    "WatchedChangeLookup",
    "WatchedCompaniesPage",
    "WatchedCompaniesPageData",
    "WatchedCompaniesPageMeta",
    "WatchedCompany",
    "WebhookDeliveriesPage",
    "WebhookDeliveriesPageMeta",
    "WebhookDelivery",
    "WebhookEndpoint",
]


class Account(TypedDict):
    """A developer account: its plan, what it used, how it pays, its keys."""

    id: str
    email: str | None
    plan: ApiPlan
    usage: AccountUsage
    """What the account used of its quota in the current billing period: that of the subscription, else the
    calendar month in UTC."""
    billing: AccountBilling
    """The subscription of the account."""
    apiKeys: list[ApiKey]
    """The active keys, newest first."""


class AccountBilling(TypedDict):
    """The subscription of the account."""

    status: str
    """`none` without a subscription, else the payment provider's word."""
    currentPeriodEnd: str | None
    cancelAtPeriodEnd: bool


class AccountUsage(TypedDict):
    """What the account used of its quota in the current billing period: that of the subscription, else the
    calendar month in UTC."""

    periodStart: str
    periodEnd: str
    used: int
    limit: int
    remaining: int


class Alert(TypedDict):
    """Something that the people of an account should know. Never a secret or a name is in it."""

    id: str
    at: str
    kind: str
    """New kinds may come."""
    title: str
    text: str
    url: str
    """A page of the dashboard that shows more."""
    data: dict[str, Any]
    """What it is about, by kind."""
    unread: bool
    """The person of the session has not read it."""


class AlertChoices(TypedDict):
    """Which alerts the person of the session gets by e-mail. The dashboard has all of them."""

    mailedTo: str | None
    """Null where none are sent: the service has no mail server, or the identity provider has not verified
    the address."""
    choices: list[AlertChoicesChoices]


class AlertChoicesChoices(TypedDict):
    kind: str
    title: str
    email: bool
    """Whether the person wants e-mails of this kind."""


class AlertRaisedMessage(TypedDict):
    type: Literal["alert.raised"]
    timestamp: str
    data: AlertRaisedMessageData


class AlertRaisedMessageData(TypedDict):
    kind: str
    alertId: str
    """The newest alert of this kind."""
    since: str
    """The first alert that the message is about."""
    count: int
    """How many alerts the message is about."""


class AlertsPage(TypedDict):
    data: list[Alert]
    meta: AlertsPageMeta


class AlertsPageMeta(TypedDict):
    nextCursor: str | None
    """Leads to the page after; null at the end."""
    unread: int
    """How many alerts the person of the session has not read."""


class ApiKey(TypedDict):
    """A key to the registry. Its secret is shown once and never kept."""

    id: str
    name: str
    prefix: str
    """The part of the secret that may be shown."""
    createdAt: str
    lastUsedAt: str | None
    """To the minute; null for a key that was never used."""
    expiresAt: str | None
    """From this moment on the key is refused; null: never."""
    rotatedAt: str | None
    """When its successor was made; null where it has none."""
    scopes: list[Literal["companies:read", "changes:read", "match", "snapshots:read", "watch:write"]] | None
    """What it may do; null: everything, also what comes later."""
    addresses: list[str] | None
    """The networks that it may be used from, as CIDR; null: all."""
    minuteLimit: int | None
    """How many requests a minute it may send; null: as many as the plan allows."""
    monthlyQuota: int | None
    """How many units of a billing period it may use; null: as many as the account has."""
    monthlyUsed: int | None
    """How many of these units it used in this period, with the keys that it replaces; null without a
    monthlyQuota."""
    reconcileAddress: ReconcileAddress | None
    """Its address for OpenRefine; null where it has none."""


class ApiPlan(TypedDict):
    """What an account may use, and for how much."""

    id: Literal["business", "free", "pro"]
    name: str
    monthlyPriceEur: float
    """Price per month in euro."""
    monthlyRequests: int
    """Requests per billing period, shared by all keys of the account."""
    requestsPerMinute: int
    """Requests per minute and key."""
    maxApiKeys: int
    """Maximum number of active API keys."""
    maxWatchLists: int
    """Maximum number of watch lists."""
    maxWatchedCompanies: int
    """Maximum number of companies in all watch lists together."""
    maxMembers: int
    """Maximum number of members, open invitations included."""
    maxWebhookEndpoints: int
    """Maximum number of webhook endpoints."""


class Change(TypedDict):
    """A change of one record. What is about natural persons is left out."""

    cursor: str
    """Its place in the order of all changes."""
    type: Literal["baseline", "created", "identifiers", "removed", "restored", "updated"]
    entityId: str | None
    """Null for a baseline, and for the first identifiers of a country."""
    countryCode: str
    number: str | None
    """The national number."""
    numberScheme: str | None
    """The scheme of the national number."""
    canonicalName: str | None
    """After the change; of a removed record, its last."""
    at: str
    """Since when it is served. Later versions have later moments."""
    dataVersion: int
    """The version of the data that the change came with."""
    importRunId: str
    reason: Literal["source", "mapping", "erasure"]
    """`mapping` where only our reading of the same file changed; `erasure` where what is about a person was
    erased."""
    changes: list[ChangeChanges]
    entity: NotRequired[EntityDetail | None]
    """The current record. Null if there is none."""


class ChangeChanges(TypedDict):
    path: str
    """A JSON pointer into the record as it is served. The empty one is the whole record."""
    old: Any
    new: Any


class ChangesPage(TypedDict):
    data: list[Change]
    meta: ChangesPageMeta


class ChangesPageMeta(TypedDict):
    nextCursor: str
    """Where the next page begins. There is always one."""
    hasMore: bool
    """Whether to request the next page at once."""
    oldestCursor: str
    """Before the oldest change that is kept."""
    dataVersion: int
    """The version of the data that this page reaches."""


class ChangesParameters(CallOptions, total=False):
    cursor: str | None
    """`nextCursor` of a page, the `cursor` of a change or a snapshot, `start` for the oldest change that is
    kept, or `now`."""
    country: str | None
    """ISO 3166-1 alpha-2, in either case."""
    type: Literal["created", "updated", "removed", "restored", "baseline", "identifiers"] | None
    """Of this type alone."""
    entity_id: str | None
    """Of this record alone."""
    limit: int | None
    """Changes per page."""
    include: Literal["entity"] | None
    """Adds each record as it is now."""


class Country(TypedDict):
    code: str
    """ISO 3166-1 alpha-2"""
    name: str
    nativeName: str
    enabled: bool
    """False for a planned country, whose register cannot be searched yet."""


class CreatedApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    """The part of the secret that may be shown."""
    createdAt: str
    lastUsedAt: str | None
    """To the minute; null for a key that was never used."""
    expiresAt: str | None
    """From this moment on the key is refused; null: never."""
    rotatedAt: str | None
    """When its successor was made; null where it has none."""
    scopes: list[Literal["companies:read", "changes:read", "match", "snapshots:read", "watch:write"]] | None
    """What it may do; null: everything, also what comes later."""
    addresses: list[str] | None
    """The networks that it may be used from, as CIDR; null: all."""
    minuteLimit: int | None
    """How many requests a minute it may send; null: as many as the plan allows."""
    monthlyQuota: int | None
    """How many units of a billing period it may use; null: as many as the account has."""
    monthlyUsed: int | None
    """How many of these units it used in this period, with the keys that it replaces; null without a
    monthlyQuota."""
    reconcileAddress: ReconcileAddress | None
    """Its address for OpenRefine; null where it has none."""
    secret: str
    """The key itself. It is shown here and never again."""


class CreatedInvitation(TypedDict):
    id: str
    role: Literal["admin", "billing", "member", "owner"]
    note: str | None
    """For whom it is."""
    createdBy: str
    """The member who made it. It ends with their membership."""
    createdAt: str
    expiresAt: str
    url: str
    """The link to send. Who opens it first and accepts becomes a member."""
    token: str
    """The end of the link, which accepts the invitation."""


class CreatedWebhookEndpoint(TypedDict):
    id: str
    url: str
    description: str | None
    events: list[str]
    """The types of messages that it gets."""
    listIds: list[str] | None | None
    """The watch lists that it gets messages about; null: all."""
    createdAt: str
    failingSince: str | None
    """The first failed attempt since the last success; null where the last attempt succeeded."""
    disabledAt: str | None
    disabledReason: str | None
    """`gone`: it answered 410. `failing`: it failed for five days. `secret_lost`: rotate its secret, then
    enable it."""
    previousSecretEndsAt: str | None
    """Until when the secret before the last rotation signs too."""
    waiting: int
    """How many messages wait to be delivered."""
    secret: str
    """Signs the messages, as Standard Webhooks says: `whsec_` and base64."""


class EndpointTestMessage(TypedDict):
    type: Literal["endpoint.test"]
    timestamp: str
    data: EndpointTestMessageData


class EndpointTestMessageData(TypedDict):
    endpointId: str


class EntityDetail(TypedDict):
    """A company record."""

    id: str
    """Stable: the same company has the same id after any import."""
    countryCode: str
    """ISO 3166-1 alpha-2 jurisdiction."""
    canonicalName: str
    """The name used for search and display."""
    status: str
    """One of `active`, `winding_up`, `insolvent`, `dissolved`, `unknown`."""
    legalForm: NotRequired[str | None]
    """National legal form, in the words of the register."""
    registeredAt: NotRequired[str | None]
    """The day on which it was registered, or the nearest that its register has: see the guide on statuses
    and days."""
    endedAt: NotRequired[str | None]
    """When the company ended, if its register has the day."""
    endKind: NotRequired[str | None]
    """How it ended, if its register has it: `liquidated`, `bankrupt`, `merged`, `divided`, `converted`,
    `reorganized`, `struck_off`, `other`."""
    legalFormLabel: NotRequired[str | None]
    """Where `legalForm` is a code: what it stands for, in the national language. Null where no published
    list has it, and where `legalForm` is no code."""
    legalFormCode: NotRequired[str | None]
    """The legal form by ISO 20275. Null where the standard has no code, or where our table lacks the form."""
    legalFormGroup: NotRequired[str | None]
    """What the legal form is in every country: `limited_company`, `public_limited_company`, `partnership`,
    `limited_partnership`, `cooperative`, `foundation`, `association`, `branch`, `public_body`,
    `sole_trader`, `other`, `unlimited_company`, `economic_interest_grouping`, `religious_body`,
    `investment_fund`. Null where our table lacks the form."""
    updatedAt: NotRequired[str]
    """Since when the record is served like this. Moves only when its content changed."""
    number: NotRequired[str | None]
    """The national number, as its register writes it."""
    numberScheme: NotRequired[str | None]
    """The scheme of the national number, such as `GB-COH`. `registrations` has all numbers."""
    otherNames: NotRequired[list[EntityDetailOtherNames]]
    """Its previous, trading, second-language, English and reading names, as its register publishes them, and
    those that GLEIF adds. A search with `names=all` finds them."""
    identifiers: NotRequired[list[EntityDetailIdentifiers]]
    """Its identifiers in shared schemes: LEI and EUID. An LEI is joined by register and national number."""
    address: NotRequired[EntityDetailAddress | None]
    """Where it is, from the columns that its register has. Null where the register has no address: the guide
    on registers says what each fills."""
    registry: dict[str, Any]
    """National fields, typed and interpreted; `activities` always among them."""
    sourceData: dict[str, Any]
    """The fields of the source, without loss or renaming, in their order; by file, where the register has
    several."""
    registrations: list[dict[str, Any]]
    """Registration numbers and local statuses: `scheme`, `number`, `status`, `validFrom`, `validTo`."""
    provenance: EntityDetailProvenance | None


class EntityDetailAddress(TypedDict):
    """Where a company is. No text of a register is taken apart: where it has one text, only `raw` has it."""

    lines: list[str]
    """Street, number, building and box, as they are written on a letter."""
    postalCode: str | None
    locality: str | None
    """Town or municipality."""
    region: str | None
    """County, province or prefecture."""
    country: str | None
    """ISO 3166-1 alpha-2, if the register states a country, or a place by a national code."""
    raw: str | None
    """The address in one text, if the register has it so."""


class EntityDetailIdentifiers(TypedDict):
    """What a company is called in a scheme that is the same in every country."""

    scheme: str
    """`LEI`: the legal entity identifier. `EUID`: the European unique identifier."""
    value: str
    status: str | None
    """Of an LEI, in the words of GLEIF: `ISSUED`, `LAPSED`, `RETIRED`, `MERGED` and others. A lapsed one
    stays."""
    since: str | None
    """The day on which an LEI was first registered."""
    doubtful: bool
    """Whether its source calls the company by a name that has nothing in common with any name of the record."""
    source: str
    """Who says so: `GLEIF`, or the register of the record."""


EntityDetailOtherNames = TypedDict(
    "EntityDetailOtherNames",
    {
        "name": str,
        # `previous`: it was called so before. `trading`: a name of its business or of a part of it.
        # `alternative`: its name in another language, or an abbreviation. `transliterated`: in Latin
        # letters. `reading`: how the name is read.
        "kind": str,
        # ISO 639-1, if the register states it.
        "language": str | None,
        # Since when, if the register states it.
        "from": str | None,
        # Until when, if the register states it.
        "to": str | None,
        # Where the name comes from, such as `GLEIF`. Null: from the register of the record.
        "source": NotRequired[str | None],
    },
)


class EntityDetailProvenance(TypedDict):
    """Where a record comes from: the file that last changed it."""

    register: str
    file: str
    sha256: str
    """Of the file; of several files, one over all of them."""
    files: list[EntityDetailProvenanceFiles] | None
    """Each of several files that were imported together; null for a single file."""
    importedAt: str
    sourceUrl: str
    """Where the file was published."""
    licence: str


class EntityDetailProvenanceFiles(TypedDict):
    """One of the files that were imported together."""

    name: str
    sha256: str


class EntityFilter(TypedDict):
    """The filters of `GET /entities`, by the same names."""

    q: NotRequired[str]
    country: NotRequired[str]
    countries: NotRequired[list[str]]
    legalForm: NotRequired[str]
    legalFormCode: NotRequired[str]
    legalFormGroup: NotRequired[Literal["limited_company", "public_limited_company", "partnership", "limited_partnership", "cooperative", "foundation", "association", "branch", "public_body", "sole_trader", "other", "unlimited_company", "economic_interest_grouping", "religious_body", "investment_fund"]]
    activity: NotRequired[str]
    activityType: NotRequired[Literal["unlicensed", "licensed"]]
    activityScheme: NotRequired[str]
    nace: NotRequired[str]
    postalCode: NotRequired[str]
    locality: NotRequired[str]
    status: NotRequired[Literal["active", "winding_up", "insolvent", "dissolved", "unknown"]]
    registeredFrom: NotRequired[str]
    registeredTo: NotRequired[str]
    updatedSince: NotRequired[str]
    number: NotRequired[str]
    lei: NotRequired[str]
    identifier: NotRequired[str]
    mode: NotRequired[Literal["fragment", "words"]]
    names: NotRequired[Literal["current", "all"]]
    fuzzy: NotRequired[bool]


class EntityLookup(TypedDict):
    """What was found for one item."""

    input: EntityLookupInput
    """The item as it was sent."""
    status: Literal["ambiguous", "found", "not_found", "removed"]
    """`removed`: its register no longer has it; `GET /entities/{id}/history` may still tell of it.
    `ambiguous`: several records of the country have the number."""
    entity: EntityDetail | EntitySummary | None
    """The record, if it was found."""


class EntityLookupInput(TypedDict):
    """The item as it was sent."""

    id: NotRequired[str]
    lei: NotRequired[str]
    country: NotRequired[str]
    number: NotRequired[str]


class EntitySuggestion(TypedDict):
    id: str
    canonicalName: str
    countryCode: str
    status: str
    number: str | None
    """The national number."""
    numberScheme: str | None
    """The scheme of the national number."""
    matchedName: str | None
    """The other name that matches, where the current one does not."""
    ranges: list[EntitySuggestionRanges]
    """Where in the name the typed words stand. None where they are in the number or in another name."""


class EntitySuggestionRanges(TypedDict):
    """Of a name, in UTF-16 units, as JavaScript counts; the end is exclusive."""

    start: int
    end: int


class EntitySummary(TypedDict):
    """A company record."""

    id: str
    """Stable: the same company has the same id after any import."""
    countryCode: str
    """ISO 3166-1 alpha-2 jurisdiction."""
    canonicalName: str
    """The name used for search and display."""
    status: str
    """One of `active`, `winding_up`, `insolvent`, `dissolved`, `unknown`."""
    legalForm: NotRequired[str | None]
    """National legal form, in the words of the register."""
    registeredAt: NotRequired[str | None]
    """The day on which it was registered, or the nearest that its register has: see the guide on statuses
    and days."""
    endedAt: NotRequired[str | None]
    """When the company ended, if its register has the day."""
    endKind: NotRequired[str | None]
    """How it ended, if its register has it: `liquidated`, `bankrupt`, `merged`, `divided`, `converted`,
    `reorganized`, `struck_off`, `other`."""
    legalFormLabel: NotRequired[str | None]
    """Where `legalForm` is a code: what it stands for, in the national language. Null where no published
    list has it, and where `legalForm` is no code."""
    legalFormCode: NotRequired[str | None]
    """The legal form by ISO 20275. Null where the standard has no code, or where our table lacks the form."""
    legalFormGroup: NotRequired[str | None]
    """What the legal form is in every country: `limited_company`, `public_limited_company`, `partnership`,
    `limited_partnership`, `cooperative`, `foundation`, `association`, `branch`, `public_body`,
    `sole_trader`, `other`, `unlimited_company`, `economic_interest_grouping`, `religious_body`,
    `investment_fund`. Null where our table lacks the form."""
    updatedAt: NotRequired[str]
    """Since when the record is served like this. Moves only when its content changed."""
    number: NotRequired[str | None]
    """The national number, as its register writes it."""
    numberScheme: NotRequired[str | None]
    """The scheme of the national number, such as `GB-COH`. `registrations` has all numbers."""
    matchedName: NotRequired[str | None]
    """Of a search with `names=all`: the other name that matches, where the current one does not."""


class Facet(TypedDict):
    """Values, others and missing add up to the total; but a record may have several activities, divisions
    and sections, and counts for each."""

    name: Literal["activity", "country", "legalForm", "legalFormCode", "legalFormGroup", "nace", "naceSection", "registeredYear", "status"]
    values: list[FacetValues]
    """The most frequent, in this order."""
    other: int
    """Of the values that are not listed."""
    missing: int
    """Records without a value."""


class FacetParameters(CallOptions, total=False):
    q: str | None
    """Fragment of name or national registration number; case and diacritics are ignored. At most 200
    characters."""
    country: str | None
    """ISO 3166-1 alpha-2, in either case."""
    countries: str | Sequence[str] | None
    """Any of these countries, with commas between, instead of `country`. Each must be one that a register
    has."""
    legal_form: str | None
    """Exact national legal form."""
    legal_form_code: str | None
    """The legal form by ISO 20275, as `legalFormCode` has it: four characters."""
    legal_form_group: Literal["limited_company", "public_limited_company", "partnership", "limited_partnership", "cooperative", "foundation", "association", "branch", "public_body", "sole_trader", "other", "unlimited_company", "economic_interest_grouping", "religious_body", "investment_fund"] | None
    """What the legal form is in every country."""
    activity: str | None
    """Exact national activity or its code."""
    activity_type: Literal["unlicensed", "licensed"] | None
    """Which activities `activity` filters."""
    activity_scheme: str | None
    """Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has
    any of them."""
    nace: str | None
    """A section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`. The record has an
    activity that is in it, by `nace` of its activities."""
    postal_code: str | None
    """A postal code of `address`, or its beginning: blanks, dashes and case are ignored."""
    locality: str | None
    """The whole `locality` of `address`, or its name in one language where the register has several; case
    and diacritics are ignored."""
    status: Literal["active", "winding_up", "insolvent", "dissolved", "unknown"] | None
    """Normalized status."""
    registered_from: str | date | None
    """Registered on this day or later, as in 2026-11-15."""
    registered_to: str | date | None
    """Registered on this day or before, as in 2026-11-15."""
    updated_since: str | datetime | None
    """Changed at this moment or later, as in 2026-11-15T09:30:00Z."""
    number: str | None
    """A whole number of the record: the national one, or any other of its registrations. Blanks, dots,
    dashes, case, the letters of the country in front and leading zeros are ignored as its register does."""
    lei: str | None
    """The company with this legal entity identifier. Wrong check digits are refused."""
    identifier: str | None
    """The company with this identifier, after its scheme: `LEI:529900…`, or `EUID:BEKBOBCE.0403101811`."""
    mode: Literal["fragment", "words"] | None
    """How `q` is read. `fragment`: as a part of the name or number. `words`: as words of a name in any
    order, each a whole word or its beginning; punctuation does not matter."""
    names: Literal["current", "all"] | None
    """Where `q` is looked for: in the `current` name, or in `all` names, with `otherNames`."""
    fuzzy: bool | None
    """With `mode=words`: words of four to seven letters may have one typing mistake, longer ones two.
    Without it they may if nothing else matches; `meta.fuzzy` then says so."""
    facets: Required[str | Sequence[str]]
    """Some of status, legalForm, country, registeredYear, activity, legalFormGroup, legalFormCode, nace,
    naceSection, with commas between."""
    size: int | None
    """So many values of each at most."""


class FacetValues(TypedDict):
    value: str
    """As the filter of this name takes it; of an activity together with its scheme, as `activityScheme`; a
    section as `nace`."""
    label: str | None
    """The words for an activity, of several the newest; for a code of a legal form, if all registers agree
    on it; a national form for a `legalFormCode`; the heading of a division or section."""
    scheme: str | None
    """The classification that an activity belongs to."""
    count: int
    """Records that have it, exact."""


class FacetsAnswer(TypedDict):
    data: list[Facet]
    meta: FacetsAnswerMeta


class FacetsAnswerMeta(TypedDict):
    total: int
    """Records that match the filter, exact."""
    fuzzy: NotRequired[bool]
    """With `mode=words`: whether words with typing mistakes match too, because `fuzzy` said so or because
    nothing else matches."""


class GroupAnswer(TypedDict):
    data: GroupAnswerData
    meta: GroupAnswerMeta


class GroupAnswerData(TypedDict):
    lei: str | None
    """Of the company. Null: it has none, so nothing is known."""
    directParent: GroupRelation | None
    noDirectParent: list[str] | None
    """It names no direct parent. Why, in the words of GLEIF, such as `NATURAL_PERSONS` or `NO_KNOWN_PERSON`.
    Null if nothing is stated."""
    ultimateParent: GroupRelation | None
    noUltimateParent: list[str] | None
    """It names no ultimate parent. Why, in the words of GLEIF, such as `NATURAL_PERSONS` or
    `NO_KNOWN_PERSON`. Null if nothing is stated."""
    otherParents: list[GroupRelation]
    """Other kinds of relations upwards, such as from a fund to its manager."""
    chain: list[GroupRelation]
    """The direct parents, one above the other, at most 10. It ends where a company comes again."""
    children: list[GroupRelation]


class GroupAnswerMeta(TypedDict):
    page: int
    pageSize: int
    pageCount: int
    total: int
    """Of all pages, exact."""


GroupRelation = TypedDict(
    "GroupRelation",
    {
        # What the lower one is, in the words of GLEIF, such as `IS_DIRECTLY_CONSOLIDATED_BY`.
        "kind": str,
        # Since when, if stated.
        "from": str | None,
        # Until when, if stated.
        "to": str | None,
        # Null: not known.
        "percentage": float | None,
        # Whether anybody has checked it. False: only the company itself says so. Null: not known.
        "checked": bool | None,
        # How it was checked, in the words of GLEIF.
        "validation": str | None,
        # The company at the other end.
        "member": 'GroupRelationMember',
    },
)


class GroupRelationMember(TypedDict):
    """The company at the other end."""

    lei: str
    name: str | None
    """As GLEIF has it. Null if that is not known."""
    countryCode: str | None
    """ISO 3166-1 alpha-2."""
    entity: EntitySummary | None
    """Our record of it. Null if we have none."""


class HistoryEntry(TypedDict):
    """A change of one record. What is about natural persons is left out."""

    cursor: str
    """Its place in the order of all changes."""
    type: Literal["baseline", "created", "identifiers", "removed", "restored", "updated"]
    entityId: str | None
    """Null for a baseline, and for the first identifiers of a country."""
    countryCode: str
    number: str | None
    """The national number."""
    numberScheme: str | None
    """The scheme of the national number."""
    canonicalName: str | None
    """After the change; of a removed record, its last."""
    at: str
    """Since when it is served. Later versions have later moments."""
    dataVersion: int
    """The version of the data that the change came with."""
    importRunId: str
    reason: Literal["source", "mapping", "erasure"]
    """`mapping` where only our reading of the same file changed; `erasure` where what is about a person was
    erased."""
    changes: list[HistoryEntryChanges]
    provenance: HistoryEntryProvenance
    """Of the record after the change."""


class HistoryEntryChanges(TypedDict):
    path: str
    """A JSON pointer into the record as it is served. The empty one is the whole record."""
    old: Any
    new: Any


class HistoryEntryProvenance(TypedDict):
    """Of the record after the change."""

    register: str
    file: str
    sha256: str
    """Of the file; of several files, one over all of them."""
    files: list[HistoryEntryProvenanceFiles] | None
    """Each of several files that were imported together; null for a single file."""
    importedAt: str
    sourceUrl: str
    """Where the file was published."""
    licence: str


class HistoryEntryProvenanceFiles(TypedDict):
    """One of the files that were imported together."""

    name: str
    sha256: str


class HistoryPage(TypedDict):
    data: list[HistoryEntry]
    meta: HistoryPageMeta


class HistoryPageMeta(TypedDict):
    page: int
    pageSize: int
    pageCount: int
    total: int
    """Of all pages, exact."""


class Invitation(TypedDict):
    """An invitation into the account. Its link is shown once and never kept."""

    id: str
    role: Literal["admin", "billing", "member", "owner"]
    note: str | None
    """For whom it is."""
    createdBy: str
    """The member who made it. It ends with their membership."""
    createdAt: str
    expiresAt: str


class InvitationOffer(TypedDict):
    """What the holder of a link sees of it before they accept."""

    email: str | None
    """Whose account it is."""
    role: Literal["admin", "billing", "member", "owner"]
    """What they would be in it."""
    expiresAt: str


class LookupItem(TypedDict):
    """`{ id }`, `{ lei }`, or `{ country, number }`."""

    id: NotRequired[str]
    """The id of the record."""
    lei: NotRequired[str]
    """Its legal entity identifier. Wrong check digits are refused."""
    country: NotRequired[str]
    """ISO 3166-1 alpha-2, in either case. `number` needs it: countries use the same numbers."""
    number: NotRequired[str]
    """A whole number of the record, in any spelling: the national one, or any other of its registrations."""


class MatchQuery(TypedDict):
    key: NotRequired[str]
    """Your own name for the query. The answer has it too."""
    name: str
    """Its name, or an earlier or other one: misspelt, abbreviated, with or without its legal form, in any
    script."""
    country: NotRequired[str]
    """ISO 3166-1 alpha-2, in either case. By name, only companies of this country are compared."""
    number: NotRequired[str]
    """A number of the company in any spelling. With `country`, an equal one decides."""
    lei: NotRequired[str]
    """Its legal entity identifier: an equal one decides. Wrong check digits are refused."""
    legalForm: NotRequired[str]
    """As people write it: `GmbH`, `Private Limited Company`."""
    registeredAt: NotRequired[str]
    """A day, a month or a year: `2004-09`."""
    postalCode: NotRequired[str]
    locality: NotRequired[str]
    """Its town."""


class MatchResult(TypedDict):
    """What was found for one query."""

    key: str | None
    """That of the query."""
    results: list[MatchResultResults]
    """The best first."""


class MatchResultResults(TypedDict):
    """A record that may be the company."""

    score: float
    """From 0 to 1."""
    match: bool
    """Whether the score reaches the threshold, and no other result is so near that one would have to ask."""
    matchedName: MatchResultResultsMatchedName
    """The name of the record that fits best."""
    features: list[MatchResultResultsFeatures]
    entity: EntitySummary
    """The record."""


class MatchResultResultsFeatures(TypedDict):
    """One reason for a score. The score of a result is the sum of `score * weight` of its features, from 0
    to 1."""

    id: str
    """What is compared: `word`, `missing`, `numbers`, `country` and others."""
    score: float
    """From 0 to 1: how far this is so."""
    weight: float
    """A negative weight lowers the score of the result."""
    explanation: str
    """The reason in a sentence for people."""


class MatchResultResultsMatchedName(TypedDict):
    """The name of the record that fits best."""

    name: str
    kind: Literal["current", "previous", "other"]
    """Whether it is the current name, a previous one or another one."""


class Member(TypedDict):
    """A person in the account."""

    id: str
    """The id of the person, as in their profile."""
    email: str | None
    name: str | None
    role: Literal["admin", "billing", "member", "owner"]
    since: str
    barred: str | None
    """`issuer`, `groups` or `refused`: the sign-in rules of the account keep the person out. Null: they can
    get in."""


class Membership(TypedDict):
    """An account that the person is in."""

    accountId: str
    email: str | None
    """The e-mail address of the account."""
    role: Literal["admin", "billing", "member", "owner"]
    since: str
    isHome: bool
    """The person made it. Requests without the header X-Account-ID are about it."""
    barred: str | None
    """`issuer`, `groups` or `refused`: the sign-in rules of the account keep the person out. Null: they can
    get in."""


class NewAlertChoice(TypedDict):
    kind: str
    email: bool


class ReconcileAddress(TypedDict):
    """An address for OpenRefine, which acts for a key. Its token is shown once and never kept."""

    prefix: str
    """The part of its token that may be shown."""
    createdAt: str
    lastUsedAt: str | None
    """To the minute; null for an address that was never used."""


class Register(TypedDict):
    """A national register, and how fresh its data is."""

    id: str | None
    """Null where it is planned."""
    countryCode: str
    """ISO 3166-1 alpha-2"""
    countryName: str
    name: str | None
    licence: str | None
    sourceUrl: str | None
    """Where the register is published."""
    updateFrequency: Literal["daily", "weekly", "semimonthly", "monthly"] | None
    """How often its publisher offers new data. Null where it is planned."""
    status: Literal["served", "available", "planned"]
    """`available`: it can be imported, but has not been yet."""
    served: RegisterServed | None


class RegisterServed(TypedDict):
    """The imported data of a register."""

    file: str
    fileDate: str | None
    """The day of the file, if known."""
    importedAt: str
    sourceUrl: str
    """Where the file was published."""
    records: int
    dataVersion: int
    """Of its last import."""


RegistryAU = TypedDict(
    "RegistryAU",
    {
        # Whether the check digit of the number is right.
        "numberValid": NotRequired[bool],
        # `ACN` of a company, or `ARBN` of another registered body.
        "numberKind": NotRequired[str],
        # The business number (ABN).
        "businessNumber": NotRequired[str | None],
        # Whether the check digits of the business number are right.
        "businessNumberValid": NotRequired[bool | None],
        # State of registration, as a code.
        "statusCode": NotRequired[str | None],
        # Type of company, as a code.
        "legalFormCode": NotRequired[str | None],
        # Type of company in words.
        "legalFormText": NotRequired[str | None],
        # Class of the company, by the liability of its members.
        "class": NotRequired[str | None],
        # Subclass, such as that of a proprietary company.
        "subclass": NotRequired[str | None],
        # When it was deregistered.
        "deregisteredOn": NotRequired[str | None],
        # The state or territory with which it was registered before.
        "previousState": NotRequired[str | None],
        # Its number there.
        "stateNumber": NotRequired[str | None],
        # Since when it has its name.
        "currentNameSince": NotRequired[str | None],
        # Names that it had before.
        "previousNames": 'NotRequired[list[RegistryAUPreviousNames]]',
        "activities": 'RegistryActivities',
    },
)


RegistryAUPreviousNames = TypedDict(
    "RegistryAUPreviousNames",
    {
        # The name.
        "name": NotRequired[str],
        # Always null: the register does not state it.
        "from": NotRequired[str | None],
        # Always null: the register does not state it.
        "until": NotRequired[str | None],
    },
)


class RegistryActivities(TypedDict):
    """What a company does, by the classifications of its register."""

    unlicensed: list[RegistryActivity]
    """What it does, the main activity first if the register states it."""
    licensed: list[RegistryActivity]
    """What it has a licence for."""


class RegistryActivity(TypedDict):
    """What a company does."""

    code: str | None
    """In the classification that the scheme names."""
    label: str | None
    """The meaning of the code, in the national language."""
    scheme: str
    """The classification, with its edition."""
    revision: NotRequired[str | None]
    """The revision of NACE that the classification extends; null if it extends none, or if the file does not
    say."""
    nace: NotRequired[RegistryActivityNace | None]
    """The activity in NACE Rev. 2.1; null where no published table leads there."""


class RegistryActivityNace(TypedDict):
    revision: Literal["2.1"]
    """Of NACE."""
    codes: list[str]
    """Sections (`K`), divisions (`62`), groups (`62.1`) or classes (`62.10`)."""
    certainty: str
    """`same`: the code of the register. `derived`: the only code that it became. `several`: what it can have
    become."""


class RegistryBE(TypedDict):
    """National fields of Belgium."""

    numberValid: NotRequired[bool]
    """Whether the check digit of the number is right."""
    enterpriseNumber: NotRequired[str]
    """The number as the register writes it, with dots."""
    stateCode: NotRequired[str | None]
    """`AC` for an active enterprise."""
    situationCode: NotRequired[str | None]
    """Juridical situation, as a code."""
    situationText: NotRequired[str | None]
    """Juridical situation in Dutch and French."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    transitionalFormCode: NotRequired[str | None]
    """The legal form that applies until the statutes follow the code of 2019."""
    transitionalFormText: NotRequired[str | None]
    """That form in Dutch and French."""
    names: NotRequired[list[RegistryBENames]]
    """All names."""
    address: NotRequired[RegistryBEAddress | None]
    """The seat."""
    contacts: NotRequired[list[RegistryBEContacts] | None]
    """Contact details. Null if they were erased."""
    establishments: NotRequired[list[str]]
    """Numbers of its establishments."""
    branches: NotRequired[list[str]]
    """Ids of its branches, of foreign entities."""
    activities: RegistryActivities


class RegistryBEAddress(TypedDict):
    """The seat."""

    countryNl: NotRequired[str | None]
    """Country in Dutch, if it is not Belgium."""
    countryFr: NotRequired[str | None]
    """Country in French, if it is not Belgium."""
    postCode: NotRequired[str | None]
    """Post code."""
    municipalityNl: NotRequired[str | None]
    """Municipality in Dutch."""
    municipalityFr: NotRequired[str | None]
    """Municipality in French."""
    streetNl: NotRequired[str | None]
    """Street in Dutch."""
    streetFr: NotRequired[str | None]
    """Street in French."""
    houseNumber: NotRequired[str | None]
    """House number."""
    box: NotRequired[str | None]
    """Box."""
    extra: NotRequired[str | None]
    """What else the address says."""
    struckOffOn: NotRequired[str | None]
    """When the register struck the address off."""


class RegistryBEContacts(TypedDict):
    type: NotRequired[str]
    """`TEL`, `EMAIL` or `WEB`."""
    value: NotRequired[str]
    """The number or address."""


class RegistryBENames(TypedDict):
    name: NotRequired[str]
    """The name."""
    language: NotRequired[str | None]
    """`fr`, `nl`, `de` or `en`."""
    type: NotRequired[str]
    """`name`, `abbreviation`, `commercial` or `branch`; any other code of the register unchanged."""


class RegistryCY(TypedDict):
    """National fields of Cyprus."""

    typeCode: NotRequired[str | None]
    """Type of organisation, as a code."""
    typeText: NotRequired[str | None]
    """Type of organisation in words."""
    subType: NotRequired[str | None]
    """Subtype in words."""
    statusText: NotRequired[str | None]
    """State in words."""
    statusSince: NotRequired[str | None]
    """Since when it has this state."""
    previousNames: NotRequired[list[RegistryCYPreviousNames]]
    """Its other names."""
    address: NotRequired[RegistryCYAddress | None]
    """The registered office."""
    activities: RegistryActivities


class RegistryCYAddress(TypedDict):
    """The registered office."""

    street: NotRequired[str | None]
    """Street and number."""
    building: NotRequired[str | None]
    """Building, floor and flat."""
    territory: NotRequired[str | None]
    """Post code, place and district."""


class RegistryCYPreviousNames(TypedDict):
    name: NotRequired[str]
    """The name."""
    status: NotRequired[str | None]
    """What kind of name it is, in words."""


class RegistryCZ(TypedDict):
    """National fields of Czechia."""

    numberValid: NotRequired[bool]
    """Whether the check digit of the number is right."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    registerFormCode: NotRequired[str | None]
    """Legal form in the register of persons (ROS), as a code."""
    ceasedOn: NotRequired[str | None]
    """When the unit ceased."""
    ceasedHow: NotRequired[str | None]
    """How it ceased, as a code."""
    updatedOn: NotRequired[str | None]
    """When the register last changed the unit."""
    employeesBand: NotRequired[str | None]
    """Size by number of employees, as a code."""
    sectorCode: NotRequired[str | None]
    """Institutional sector, as a code."""
    address: NotRequired[RegistryCZAddress]
    """The seat."""
    activities: RegistryActivities


class RegistryCZAddress(TypedDict):
    """The seat."""

    street: NotRequired[str | None]
    """Street."""
    houseNumberType: NotRequired[str | None]
    """Kind of house number, as a code."""
    houseNumber: NotRequired[str | None]
    """House number."""
    orientationNumber: NotRequired[str | None]
    """Number in the street."""
    district: NotRequired[str | None]
    """Part of the municipality."""
    municipality: NotRequired[str | None]
    """Municipality."""
    postCode: NotRequired[str | None]
    """Post code."""
    full: NotRequired[str | None]
    """The address in one line."""
    addressPointCode: NotRequired[str | None]
    """Code of the address in the register of addresses (RÚIAN)."""
    municipalityCode: NotRequired[str | None]
    """Code of the municipality."""
    regionCode: NotRequired[str | None]
    """Code of the district (okres)."""


class RegistryEE(TypedDict):
    """National fields of Estonia."""

    statusCode: NotRequired[str | None]
    """State, as a letter."""
    statusText: NotRequired[str | None]
    """State in words."""
    legalForm: NotRequired[str | None]
    """Legal form in words."""
    legalFormSubtype: NotRequired[str | None]
    """Subtype of the legal form in words."""
    vatNumber: NotRequired[str | None]
    """The number for value added tax."""
    address: NotRequired[RegistryEEAddress | None]
    """The address."""
    link: NotRequired[str | None]
    """The page of the company in the register."""
    activities: RegistryActivities


class RegistryEEAddress(TypedDict):
    """The address."""

    full: NotRequired[str | None]
    """The normalized address in one line."""
    business: NotRequired[str | None]
    """The address as the business entered it."""
    location: NotRequired[str | None]
    """Street and house in the address."""
    municipalityCode: NotRequired[str | None]
    """Code of the settlement (EHAK)."""
    municipality: NotRequired[str | None]
    """Settlement, municipality and county."""
    postCode: NotRequired[str | None]
    """Post code."""
    addressId: NotRequired[str | None]
    """Id of the address in the address system (ADS)."""
    addressObjectId: NotRequired[str | None]
    """Id of the building or site in the address system."""


class RegistryFI(TypedDict):
    """National fields of Finland."""

    numberValid: NotRequired[bool]
    """Whether the check digit of the number is right."""
    businessIdRegisteredOn: NotRequired[str | None]
    """When the business ID was given."""
    euId: NotRequired[str | None]
    """The European identifier (EUID)."""
    tradeRegisterStatus: NotRequired[str | None]
    """State in the trade register, as a code."""
    businessIdStatus: NotRequired[str | None]
    """State of the business ID, as a code."""
    endedOn: NotRequired[str | None]
    """When it ended."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    parallelNames: NotRequired[list[RegistryFIParallelNames]]
    """Names in other languages."""
    auxiliaryNames: NotRequired[list[RegistryFIAuxiliaryNames]]
    """Names of parts of the business."""
    previousNames: NotRequired[list[RegistryFIPreviousNames]]
    """Names that it had before."""
    situations: NotRequired[list[RegistryFISituations]]
    """Liquidation, bankruptcy and restructuring."""
    visitingAddress: NotRequired[RegistryFIVisitingAddress | None]
    """Where it is."""
    postalAddress: NotRequired[RegistryFIPostalAddress | None]
    """Where it receives post."""
    website: NotRequired[str | None]
    """Its web site."""
    entries: NotRequired[list[RegistryFIEntries]]
    """Entries in the registers of the authorities."""
    modifiedAt: NotRequired[str | None]
    """When the register last changed the record, as it writes it."""
    activities: RegistryActivities


RegistryFIAuxiliaryNames = TypedDict(
    "RegistryFIAuxiliaryNames",
    {
        # The name.
        "name": NotRequired[str],
        # Since when it is registered.
        "from": NotRequired[str | None],
    },
)


RegistryFIEntries = TypedDict(
    "RegistryFIEntries",
    {
        # The register, as a code.
        "register": NotRequired[str | None],
        # The authority, as a code.
        "authority": NotRequired[str | None],
        # What the entry says, as a code.
        "type": NotRequired[str | None],
        # What the entry says in words.
        "text": NotRequired[str | None],
        # Since when.
        "from": NotRequired[str | None],
        # Until when.
        "until": NotRequired[str | None],
    },
)


RegistryFIParallelNames = TypedDict(
    "RegistryFIParallelNames",
    {
        # The name.
        "name": NotRequired[str],
        # Since when it is registered.
        "from": NotRequired[str | None],
    },
)


class RegistryFIPostalAddress(TypedDict):
    """Where it receives post."""

    street: NotRequired[str | None]
    """Street."""
    buildingNumber: NotRequired[str | None]
    """Number of the building."""
    entrance: NotRequired[str | None]
    """Entrance."""
    apartment: NotRequired[str | None]
    """Apartment."""
    poBox: NotRequired[str | None]
    """Post-office box."""
    postCode: NotRequired[str | None]
    """Post code."""
    city: NotRequired[str | None]
    """Town, in Finnish if the register has it."""
    citySwedish: NotRequired[str | None]
    """Town in Swedish."""
    municipalityCode: NotRequired[str | None]
    """Code of the municipality."""
    country: NotRequired[str | None]
    """Country, if it is not Finland."""
    freeText: NotRequired[str | None]
    """An address that is not split, such as a foreign one."""


RegistryFIPreviousNames = TypedDict(
    "RegistryFIPreviousNames",
    {
        # The name.
        "name": NotRequired[str],
        # Since when it is registered.
        "from": NotRequired[str | None],
        # Until when.
        "until": NotRequired[str | None],
    },
)


RegistryFISituations = TypedDict(
    "RegistryFISituations",
    {
        # `SELTILA`, `KONK` or `SANE`.
        "type": NotRequired[str | None],
        # Since when.
        "from": NotRequired[str | None],
        # Until when.
        "until": NotRequired[str | None],
    },
)


class RegistryFIVisitingAddress(TypedDict):
    """Where it is."""

    street: NotRequired[str | None]
    """Street."""
    buildingNumber: NotRequired[str | None]
    """Number of the building."""
    entrance: NotRequired[str | None]
    """Entrance."""
    apartment: NotRequired[str | None]
    """Apartment."""
    poBox: NotRequired[str | None]
    """Post-office box."""
    postCode: NotRequired[str | None]
    """Post code."""
    city: NotRequired[str | None]
    """Town, in Finnish if the register has it."""
    citySwedish: NotRequired[str | None]
    """Town in Swedish."""
    municipalityCode: NotRequired[str | None]
    """Code of the municipality."""
    country: NotRequired[str | None]
    """Country, if it is not Finland."""
    freeText: NotRequired[str | None]
    """An address that is not split, such as a foreign one."""


class RegistryFR(TypedDict):
    """National fields of France."""

    numberValid: NotRequired[bool]
    """Whether the check digit of the number is right."""
    administrativeStatus: NotRequired[str | None]
    """`A` for an active unit, `C` for one that has ceased."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code of four digits."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    acronym: NotRequired[str | None]
    """Acronym."""
    usualNames: NotRequired[list[str]]
    """Names by which it is known, up to three."""
    disclosure: NotRequired[str | None]
    """`O` if the unit is public, `P` if parts of it are withheld."""
    associationNumber: NotRequired[str | None]
    """Number in the register of associations (RNA)."""
    employeesBand: NotRequired[str | None]
    """Size by number of employees, as a code."""
    employeesYear: NotRequired[int | None]
    """The year that this size is of."""
    isEmployer: NotRequired[bool | None]
    """Whether it has employees."""
    sizeCategory: NotRequired[str | None]
    """`PME`, `ETI` or `GE`: small or medium, middle, or large."""
    sizeCategoryYear: NotRequired[int | None]
    """The year that this category is of."""
    isSocialEconomy: NotRequired[bool | None]
    """Whether it belongs to the social economy."""
    isMissionCompany: NotRequired[bool | None]
    """Whether it is a company with a mission."""
    periods: NotRequired[int | None]
    """How many periods the register has of it."""
    periodSince: NotRequired[str | None]
    """Since when the present period lasts."""
    processedAt: NotRequired[str | None]
    """When the register last worked on it, as it writes it."""
    endedOn: NotRequired[str | None]
    """When it ceased."""
    seatNumber: NotRequired[str | None]
    """Number of the establishment that is its seat (SIRET)."""
    activities: RegistryActivities


class RegistryGB(TypedDict):
    """National fields of United Kingdom."""

    companyCategory: NotRequired[str | None]
    """Category of the company in words."""
    companyStatus: NotRequired[str | None]
    """State of the company in words."""
    dissolvedOn: NotRequired[str | None]
    """When it was dissolved."""
    countryOfOrigin: NotRequired[str | None]
    """The country that it comes from."""
    uri: NotRequired[str | None]
    """Address of the record of the company in linked data."""
    address: NotRequired[RegistryGBAddress]
    """The registered office."""
    accounts: NotRequired[RegistryGBAccounts]
    """Its accounts."""
    returns: NotRequired[RegistryGBReturns]
    """Annual returns, which ended in 2016."""
    confirmationStatement: NotRequired[RegistryGBConfirmationStatement]
    """Confirmation statements."""
    mortgages: NotRequired[RegistryGBMortgages]
    """Charges upon its property."""
    limitedPartnership: NotRequired[RegistryGBLimitedPartnership]
    """Of a limited partnership."""
    previousNames: NotRequired[list[RegistryGBPreviousNames]]
    """Names that it had before, up to ten."""
    activities: RegistryActivities


class RegistryGBAccounts(TypedDict):
    """Its accounts."""

    referenceDay: NotRequired[int | None]
    """Day of the month on which its financial year ends."""
    referenceMonth: NotRequired[int | None]
    """Month in which its financial year ends."""
    nextDueOn: NotRequired[str | None]
    """When the next ones are due."""
    lastMadeUpOn: NotRequired[str | None]
    """The end of the period of the last one."""
    category: NotRequired[str | None]
    """Kind of the last ones, in words."""


class RegistryGBAddress(TypedDict):
    """The registered office."""

    careOf: NotRequired[str | None]
    """In whose care."""
    poBox: NotRequired[str | None]
    """Post-office box."""
    line1: NotRequired[str | None]
    """First line."""
    line2: NotRequired[str | None]
    """Second line."""
    postTown: NotRequired[str | None]
    """Post town."""
    county: NotRequired[str | None]
    """County."""
    country: NotRequired[str | None]
    """Country."""
    postCode: NotRequired[str | None]
    """Post code."""


class RegistryGBConfirmationStatement(TypedDict):
    """Confirmation statements."""

    nextDueOn: NotRequired[str | None]
    """When the next one is due."""
    lastMadeUpOn: NotRequired[str | None]
    """The end of the period of the last one."""


class RegistryGBLimitedPartnership(TypedDict):
    """Of a limited partnership."""

    generalPartners: NotRequired[int | None]
    """How many general partners it has."""
    limitedPartners: NotRequired[int | None]
    """How many limited partners it has."""


class RegistryGBMortgages(TypedDict):
    """Charges upon its property."""

    charges: NotRequired[int | None]
    """How many there are."""
    outstanding: NotRequired[int | None]
    """How many are outstanding."""
    partSatisfied: NotRequired[int | None]
    """How many are satisfied in part."""
    satisfied: NotRequired[int | None]
    """How many are satisfied."""


class RegistryGBPreviousNames(TypedDict):
    name: NotRequired[str]
    """The name."""
    until: NotRequired[str | None]
    """Until when."""


class RegistryGBReturns(TypedDict):
    """Annual returns, which ended in 2016."""

    nextDueOn: NotRequired[str | None]
    """When the next one was due."""
    lastMadeUpOn: NotRequired[str | None]
    """The end of the period of the last one."""


class RegistryIE(TypedDict):
    """National fields of Ireland."""

    statusCode: NotRequired[str | None]
    """State, as a code."""
    statusText: NotRequired[str | None]
    """State in words."""
    statusOn: NotRequired[str | None]
    """Since when it has this state."""
    legalFormCode: NotRequired[str | None]
    """Type of company, as a code."""
    legalFormText: NotRequired[str | None]
    """Type of company in words."""
    legalFormSince: NotRequired[str | None]
    """Since when it has this type."""
    nameSince: NotRequired[str | None]
    """Since when it has its name."""
    dissolvedOn: NotRequired[str | None]
    """When it was dissolved."""
    lastReturnOn: NotRequired[str | None]
    """The day of the last annual return."""
    nextReturnOn: NotRequired[str | None]
    """The day of the next annual return."""
    lastAccountsOn: NotRequired[str | None]
    """The end of the period of the last accounts."""
    principalObjectCode: NotRequired[str | None]
    """Principal object, as a code."""
    address: NotRequired[RegistryIEAddress]
    """The registered office."""
    activities: RegistryActivities


class RegistryIEAddress(TypedDict):
    """The registered office."""

    lines: NotRequired[list[str] | None]
    """The address, line by line."""
    eircode: NotRequired[str | None]
    """Post code."""


class RegistryJP(TypedDict):
    """National fields of Japan."""

    numberValid: NotRequired[bool]
    """Whether the check digit of the number is right."""
    kindCode: NotRequired[str | None]
    """Kind of corporation, as a code."""
    assignedOn: NotRequired[str | None]
    """When the corporate number was given."""
    processCode: NotRequired[str | None]
    """What the latest entry is about, as a code."""
    isCorrection: NotRequired[bool | None]
    """Whether the latest entry corrects an earlier one."""
    updatedOn: NotRequired[str | None]
    """When the register last wrote the record."""
    changedOn: NotRequired[str | None]
    """When the change in the latest entry took effect."""
    changeCause: NotRequired[str | None]
    """What was changed, in words."""
    closedOn: NotRequired[str | None]
    """When the record was closed."""
    closeCause: NotRequired[str | None]
    """Why it was closed, as a code."""
    successorNumber: NotRequired[str | None]
    """Number of the corporation that took it over."""
    englishName: NotRequired[str | None]
    """Name in English."""
    nameReading: NotRequired[str | None]
    """How the name is read, in kana."""
    nameImageId: NotRequired[str | None]
    """Id of an image of the name, where signs of it are missing."""
    isWithheldFromSearch: NotRequired[bool | None]
    """Whether the register leaves it out of its own search."""
    address: NotRequired[RegistryJPAddress]
    """Of the head office."""
    englishAddress: NotRequired[RegistryJPEnglishAddress]
    """The address in English."""
    activities: RegistryActivities


class RegistryJPAddress(TypedDict):
    """Of the head office."""

    prefecture: NotRequired[str | None]
    """Prefecture."""
    city: NotRequired[str | None]
    """City, ward, town or village."""
    street: NotRequired[str | None]
    """Street and number."""
    prefectureCode: NotRequired[str | None]
    """Code of the prefecture."""
    cityCode: NotRequired[str | None]
    """Code of the city within the prefecture."""
    postCode: NotRequired[str | None]
    """Post code."""
    outsideJapan: NotRequired[str | None]
    """An address in another country."""
    imageId: NotRequired[str | None]
    """Id of an image of the address, where signs of it are missing."""
    outsideImageId: NotRequired[str | None]
    """Id of an image of the address in another country."""


class RegistryJPEnglishAddress(TypedDict):
    """The address in English."""

    prefecture: NotRequired[str | None]
    """Prefecture."""
    city: NotRequired[str | None]
    """City and street."""
    outsideJapan: NotRequired[str | None]
    """An address in another country."""


class RegistryLT(TypedDict):
    """National fields of Lithuania."""

    numberValid: NotRequired[bool | None]
    """Whether the check digit of the number is right; null for old numbers of seven digits, which have none."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    statusCode: NotRequired[str | None]
    """Legal status, as a code."""
    statusText: NotRequired[str | None]
    """Legal status in words."""
    statusSince: NotRequired[str | None]
    """Since when it has this status."""
    struckOffOn: NotRequired[str | None]
    """When it was struck off."""
    address: NotRequired[RegistryLTAddress]
    """The seat."""
    activities: RegistryActivities


class RegistryLTAddress(TypedDict):
    """The seat."""

    full: NotRequired[str | None]
    """The address in one line."""


class RegistryLV(TypedDict):
    """National fields of Latvia."""

    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    registerCode: NotRequired[str | None]
    """The register that it is entered in, as a code."""
    registerText: NotRequired[str | None]
    """That register in words."""
    nameBeforeQuotes: NotRequired[str | None]
    """The part of the name before the quotes."""
    nameInQuotes: NotRequired[str | None]
    """The part in the quotes."""
    nameAfterQuotes: NotRequired[str | None]
    """The part after the quotes."""
    withoutQuotes: NotRequired[bool | None]
    """Whether the name has no quotes to split it at."""
    sepaCreditorId: NotRequired[str | None]
    """Creditor identifier for SEPA."""
    closureCode: NotRequired[str | None]
    """`L` if it was liquidated, `R` if it was reorganized."""
    terminatedOn: NotRequired[str | None]
    """When it ended."""
    reregistrationTerm: NotRequired[str | None]
    """By when it had to be registered again."""
    address: NotRequired[RegistryLVAddress]
    """The seat."""
    activities: RegistryActivities


class RegistryLVAddress(TypedDict):
    """The seat."""

    full: NotRequired[str | None]
    """The address in one line."""
    postCode: NotRequired[str | None]
    """Post code."""
    addressId: NotRequired[str | None]
    """Id of the address in the register of addresses."""
    regionId: NotRequired[str | None]
    """Id of the region there."""
    cityId: NotRequired[str | None]
    """Id of the town there."""
    territoryCode: NotRequired[str | None]
    """Code of the territory (ATVK)."""


class RegistryMD(TypedDict):
    """National fields of Moldova."""

    idnoValid: NotRequired[bool | None]
    """Whether the check digit of the number is right; null for old numbers, which have none."""
    statusText: NotRequired[str | None]
    """State in words, only in the oldest files."""
    liquidatedOn: NotRequired[str | None]
    """When it was liquidated."""
    address: NotRequired[str | None]
    """The address in one line."""
    territoryCode: NotRequired[str | None]
    """Code of the territory (CUATM)."""
    directors: NotRequired[list[RegistryMDDirectors] | None]
    """Who runs it. Null if the text cannot be parsed reliably."""
    directorsText: NotRequired[str | None]
    """The directors as a text, if it cannot be parsed reliably."""
    founders: NotRequired[list[RegistryMDFounders] | None]
    """Who founded it. Null if the text cannot be parsed reliably."""
    foundersText: NotRequired[str | None]
    """The founders as a text, if it cannot be parsed reliably."""
    memberCount: NotRequired[int | None]
    """How many members it has, if the register states their number instead of names."""
    beneficiaries: NotRequired[list[RegistryMDBeneficiaries] | None]
    """The beneficial owners. Null if the text cannot be parsed reliably."""
    beneficiariesText: NotRequired[str | None]
    """The beneficial owners as a text, if it cannot be parsed reliably."""
    activities: RegistryActivities


class RegistryMDBeneficiaries(TypedDict):
    name: NotRequired[str]
    """The name."""
    country: NotRequired[str]
    """Country, in three letters (ISO 3166-1 alpha-3)."""


class RegistryMDDirectors(TypedDict):
    name: NotRequired[str]
    """The name."""
    role: NotRequired[str | None]
    """The office, in words."""


class RegistryMDFounders(TypedDict):
    name: NotRequired[str]
    """The name."""
    share: NotRequired[float | None]
    """Share of the capital in per cent."""


class RegistryNO(TypedDict):
    """National fields of Norway."""

    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    bankrupt: NotRequired[bool | None]
    """Whether it is bankrupt."""
    windingUp: NotRequired[bool | None]
    """Whether it is being wound up."""
    forcedWindingUp: NotRequired[bool | None]
    """Whether it is being wound up or dissolved by force."""
    deletedOn: NotRequired[str | None]
    """When it was deleted."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    auxiliaryUnitCode: NotRequired[str | None]
    """Kind of auxiliary unit, as a code."""
    auxiliaryUnitText: NotRequired[str | None]
    """Kind of auxiliary unit in words."""
    employees: NotRequired[int | None]
    """How many employees it has."""
    hasRegisteredEmployees: NotRequired[bool | None]
    """Whether the number of employees is registered."""
    website: NotRequired[str | None]
    """Its web site."""
    email: NotRequired[str | None]
    """Its e-mail address."""
    phone: NotRequired[str | None]
    """Its telephone number."""
    mobile: NotRequired[str | None]
    """Its mobile number."""
    businessAddress: NotRequired[RegistryNOBusinessAddress]
    """Where it is."""
    postalAddress: NotRequired[RegistryNOPostalAddress]
    """Where it receives post."""
    sectorCode: NotRequired[str | None]
    """Institutional sector, as a code."""
    sectorText: NotRequired[str | None]
    """Institutional sector in words."""
    lastAccountsYear: NotRequired[int | None]
    """The year of the last accounts."""
    foundedOn: NotRequired[str | None]
    """When it was founded."""
    articlesOn: NotRequired[str | None]
    """The day of its articles."""
    purpose: NotRequired[str | None]
    """Its purpose, by the articles."""
    activity: NotRequired[str | None]
    """What it does, in its own words."""
    language: NotRequired[str | None]
    """The form of Norwegian for letters to it."""
    parent: NotRequired[str | None]
    """Number of the unit above it."""
    inVatRegister: NotRequired[bool | None]
    """Whether it is in the register for value added tax."""
    vatRegisteredOn: NotRequired[str | None]
    """Since when it is in that register."""
    voluntaryVatReason: NotRequired[str | None]
    """Why it registered for VAT voluntarily."""
    inVoluntaryRegister: NotRequired[bool | None]
    """Whether it is in the register of non-profit organisations."""
    voluntaryRegisteredOn: NotRequired[str | None]
    """Since when it is in that register."""
    inBusinessRegister: NotRequired[bool | None]
    """Whether it is in the register of business enterprises."""
    businessRegisteredOn: NotRequired[str | None]
    """Since when it is in that register."""
    inFoundationRegister: NotRequired[bool | None]
    """Whether it is in the register of foundations."""
    inPartyRegister: NotRequired[bool | None]
    """Whether it is in the register of political parties."""
    inGroup: NotRequired[bool | None]
    """Whether it belongs to a group of companies."""
    capital: NotRequired[RegistryNOCapital]
    """Its capital."""
    home: NotRequired[RegistryNOHome]
    """Of a foreign company: how it is registered at home."""
    auditWaivedOn: NotRequired[str | None]
    """When it decided to have no auditor."""
    bankruptOn: NotRequired[str | None]
    """When the bankruptcy was opened."""
    windingUpOn: NotRequired[str | None]
    """When the winding up began."""
    reconstructionOn: NotRequired[str | None]
    """When the negotiation of a reconstruction began."""
    foreignInsolvencyOn: NotRequired[str | None]
    """When insolvency proceedings abroad began."""
    dissolvedForMissingManagerOn: NotRequired[str | None]
    """When its dissolution was ordered because it had no manager."""
    dissolvedForMissingAuditorOn: NotRequired[str | None]
    """When its dissolution was ordered because it had no auditor."""
    dissolvedForMissingAccountsOn: NotRequired[str | None]
    """When its dissolution was ordered because it had no accounts."""
    dissolvedForIncompleteBoardOn: NotRequired[str | None]
    """When its dissolution was ordered because its board was incomplete."""
    woundUpForMissingDeletionOn: NotRequired[str | None]
    """When its winding up was ordered because it had not been deleted."""
    activities: RegistryActivities


class RegistryNOBusinessAddress(TypedDict):
    """Where it is."""

    lines: NotRequired[list[str] | None]
    """The address, line by line."""
    postTown: NotRequired[str | None]
    """Post town."""
    postCode: NotRequired[str | None]
    """Post code."""
    municipality: NotRequired[str | None]
    """Municipality."""
    municipalityCode: NotRequired[str | None]
    """Code of the municipality."""
    country: NotRequired[str | None]
    """Country."""
    countryCode: NotRequired[str | None]
    """Country, in two letters."""


class RegistryNOCapital(TypedDict):
    """Its capital."""

    amount: NotRequired[float | None]
    """How much."""
    currency: NotRequired[str | None]
    """Currency."""
    shares: NotRequired[float | None]
    """Number of shares."""
    type: NotRequired[str | None]
    """Kind of capital, in words."""
    paidIn: NotRequired[float | None]
    """How much is paid in."""
    registeredOn: NotRequired[str | None]
    """When it was registered."""


class RegistryNOHome(TypedDict):
    """Of a foreign company: how it is registered at home."""

    registerName: NotRequired[str | None]
    """The register."""
    registrationNumber: NotRequired[str | None]
    """Its number there."""
    legalFormCode: NotRequired[str | None]
    """Legal form there, as a code."""
    legalFormText: NotRequired[str | None]
    """Legal form there in words."""
    lawCountry: NotRequired[str | None]
    """The country whose law it is under."""
    lawCountryCode: NotRequired[str | None]
    """That country, in two letters."""


class RegistryNOPostalAddress(TypedDict):
    """Where it receives post."""

    lines: NotRequired[list[str] | None]
    """The address, line by line."""
    postTown: NotRequired[str | None]
    """Post town."""
    postCode: NotRequired[str | None]
    """Post code."""
    municipality: NotRequired[str | None]
    """Municipality."""
    municipalityCode: NotRequired[str | None]
    """Code of the municipality."""
    country: NotRequired[str | None]
    """Country."""
    countryCode: NotRequired[str | None]
    """Country, in two letters."""


class RegistryRO(TypedDict):
    """National fields of Romania."""

    fiscalCode: NotRequired[str | None]
    """The fiscal code (CUI)."""
    fiscalCodeValid: NotRequired[bool | None]
    """Whether the check digit of the fiscal code is right."""
    euid: NotRequired[str | None]
    """The European identifier (EUID)."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    statuses: NotRequired[list[RegistryROStatuses]]
    """All its states."""
    address: NotRequired[RegistryROAddress]
    """The seat."""
    web: NotRequired[str | None]
    """Its web site; some write a telephone number or an e-mail address."""
    parentCountry: NotRequired[str | None]
    """Country of the company above it."""
    activities: RegistryActivities


class RegistryROAddress(TypedDict):
    """The seat."""

    country: NotRequired[str | None]
    """Country."""
    county: NotRequired[str | None]
    """County."""
    locality: NotRequired[str | None]
    """Locality."""
    street: NotRequired[str | None]
    """Street."""
    number: NotRequired[str | None]
    """Number in the street."""
    block: NotRequired[str | None]
    """Block."""
    staircase: NotRequired[str | None]
    """Staircase."""
    floor: NotRequired[str | None]
    """Floor."""
    apartment: NotRequired[str | None]
    """Apartment."""
    sector: NotRequired[str | None]
    """Sector of Bucharest."""
    more: NotRequired[str | None]
    """What else the address says."""
    postCode: NotRequired[str | None]
    """Post code, with its leading zero."""


class RegistryROStatuses(TypedDict):
    code: NotRequired[str]
    """The state, as a code."""
    text: NotRequired[str | None]
    """The state in words."""


class RegistrySE(TypedDict):
    """National fields of Sweden."""

    numberValid: NotRequired[bool]
    """Whether the check digit of the number is right."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    registrationCountry: NotRequired[str | None]
    """The country that it is registered in."""
    nameSince: NotRequired[str | None]
    """Since when it has its name."""
    otherNames: NotRequired[list[RegistrySEOtherNames]]
    """Further names."""
    deregisteredOn: NotRequired[str | None]
    """When it was removed from the register."""
    deregistrationReason: NotRequired[str | None]
    """Why, as a code."""
    proceedings: NotRequired[list[RegistrySEProceedings]]
    """Current proceedings."""
    business: NotRequired[str | None]
    """What it does, in its own words."""
    address: NotRequired[RegistrySEAddress | None]
    """Where it receives post."""
    activities: RegistryActivities


class RegistrySEAddress(TypedDict):
    """Where it receives post."""

    street: NotRequired[str | None]
    """Street and number, or box."""
    postCode: NotRequired[str | None]
    """Post code."""
    postTown: NotRequired[str | None]
    """Post town."""
    country: NotRequired[str | None]
    """Country."""


class RegistrySEOtherNames(TypedDict):
    name: NotRequired[str]
    """The name."""
    type: NotRequired[str]
    """What kind of name it is, as a word of the register."""
    since: NotRequired[str | None]
    """Since when."""


class RegistrySEProceedings(TypedDict):
    code: NotRequired[str]
    """Which, as a code."""
    since: NotRequired[str | None]
    """Since when."""


class RegistrySK(TypedDict):
    """National fields of Slovakia."""

    rpoId: NotRequired[str | None]
    """Id of the record in the register (RPO)."""
    ico: NotRequired[str | None]
    """The identification number (IČO)."""
    numberValid: NotRequired[bool | None]
    """Whether the check digit of the identification number is right; null if there is none."""
    legalFormCode: NotRequired[str | None]
    """Legal form, as a code."""
    legalFormText: NotRequired[str | None]
    """Legal form in words."""
    legalStatusCode: NotRequired[str | None]
    """Legal status, as a code."""
    legalStatusText: NotRequired[str | None]
    """Legal status in words."""
    endedOn: NotRequired[str | None]
    """When it ended."""
    previousNames: NotRequired[list[RegistrySKPreviousNames]]
    """Names that it had before."""
    alternativeNames: NotRequired[list[RegistrySKAlternativeNames]]
    """Further names."""
    address: NotRequired[RegistrySKAddress | None]
    """The seat."""
    sourceRegister: NotRequired[RegistrySKSourceRegister]
    """The register that keeps the entity."""
    registrationOffice: NotRequired[str | None]
    """The office that registered it."""
    registrationNumber: NotRequired[str | None]
    """Its number there."""
    businessObjects: NotRequired[list[RegistrySKBusinessObjects]]
    """What it may do, by its entry."""
    modifiedOn: NotRequired[str | None]
    """When the register last changed the record."""
    activities: RegistryActivities


RegistrySKAddress = TypedDict(
    "RegistrySKAddress",
    {
        # Street.
        "street": NotRequired[str | None],
        # Number in the register of buildings.
        "registerNumber": NotRequired[str | None],
        # Number in the street.
        "buildingNumber": NotRequired[str | None],
        # Post code.
        "postCode": NotRequired[str | None],
        # Municipality.
        "municipality": NotRequired[str | None],
        # Country.
        "country": NotRequired[str | None],
        # Country, as a code.
        "countryCode": NotRequired[str | None],
        # Since when it has this address.
        "from": NotRequired[str | None],
    },
)


RegistrySKAlternativeNames = TypedDict(
    "RegistrySKAlternativeNames",
    {
        # The name.
        "name": NotRequired[str],
        # Since when.
        "from": NotRequired[str | None],
        # Until when; null for one that is in use.
        "until": NotRequired[str | None],
    },
)


RegistrySKBusinessObjects = TypedDict(
    "RegistrySKBusinessObjects",
    {
        # In words.
        "text": NotRequired[str | None],
        # Since when.
        "from": NotRequired[str | None],
    },
)


RegistrySKPreviousNames = TypedDict(
    "RegistrySKPreviousNames",
    {
        # The name.
        "name": NotRequired[str],
        # Since when.
        "from": NotRequired[str | None],
        # Until when; null for one that is in use.
        "until": NotRequired[str | None],
    },
)


class RegistrySKSourceRegister(TypedDict):
    """The register that keeps the entity."""

    code: NotRequired[str | None]
    """Which, as a code."""
    name: NotRequired[str | None]
    """Its name."""


class SearchPage(TypedDict):
    data: list[EntitySummary]
    meta: SearchPageMeta


class SearchPageMeta(TypedDict):
    page: int
    pageSize: int
    pageCount: int
    total: int
    """Of all pages, exact."""
    fuzzy: NotRequired[bool]
    """With `mode=words`: whether words with typing mistakes match too, because `fuzzy` said so or because
    nothing else matches."""


class SearchParameters(CallOptions, total=False):
    q: str | None
    """Fragment of name or national registration number; case and diacritics are ignored. At most 200
    characters."""
    country: str | None
    """ISO 3166-1 alpha-2, in either case."""
    countries: str | Sequence[str] | None
    """Any of these countries, with commas between, instead of `country`. Each must be one that a register
    has."""
    legal_form: str | None
    """Exact national legal form."""
    legal_form_code: str | None
    """The legal form by ISO 20275, as `legalFormCode` has it: four characters."""
    legal_form_group: Literal["limited_company", "public_limited_company", "partnership", "limited_partnership", "cooperative", "foundation", "association", "branch", "public_body", "sole_trader", "other", "unlimited_company", "economic_interest_grouping", "religious_body", "investment_fund"] | None
    """What the legal form is in every country."""
    activity: str | None
    """Exact national activity or its code."""
    activity_type: Literal["unlicensed", "licensed"] | None
    """Which activities `activity` filters."""
    activity_scheme: str | None
    """Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has
    any of them."""
    nace: str | None
    """A section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`. The record has an
    activity that is in it, by `nace` of its activities."""
    postal_code: str | None
    """A postal code of `address`, or its beginning: blanks, dashes and case are ignored."""
    locality: str | None
    """The whole `locality` of `address`, or its name in one language where the register has several; case
    and diacritics are ignored."""
    status: Literal["active", "winding_up", "insolvent", "dissolved", "unknown"] | None
    """Normalized status."""
    registered_from: str | date | None
    """Registered on this day or later, as in 2026-11-15."""
    registered_to: str | date | None
    """Registered on this day or before, as in 2026-11-15."""
    updated_since: str | datetime | None
    """Changed at this moment or later, as in 2026-11-15T09:30:00Z."""
    number: str | None
    """A whole number of the record: the national one, or any other of its registrations. Blanks, dots,
    dashes, case, the letters of the country in front and leading zeros are ignored as its register does."""
    lei: str | None
    """The company with this legal entity identifier. Wrong check digits are refused."""
    identifier: str | None
    """The company with this identifier, after its scheme: `LEI:529900…`, or `EUID:BEKBOBCE.0403101811`."""
    mode: Literal["fragment", "words"] | None
    """How `q` is read. `fragment`: as a part of the name or number. `words`: as words of a name in any
    order, each a whole word or its beginning; punctuation does not matter."""
    names: Literal["current", "all"] | None
    """Where `q` is looked for: in the `current` name, or in `all` names, with `otherNames`."""
    fuzzy: bool | None
    """With `mode=words`: words of four to seven letters may have one typing mistake, longer ones two.
    Without it they may if nothing else matches; `meta.fuzzy` then says so."""
    sort: Literal["name", "registeredAt", "-registeredAt", "-updatedAt", "relevance"] | None
    """By `relevance` with `mode=words`, else by `name`. Records without the date come last; what is equal is
    sorted by name, then by id."""
    page: int | None
    """A page past the end is empty."""
    page_size: int | None


class Snapshot(TypedDict):
    """A file with all records of a country: gzipped, a line of JSON for each record. What is about natural
    persons is left out."""

    id: str
    countryCode: str
    """ISO 3166-1 alpha-2"""
    dataVersion: int
    cursor: str
    """Continue the feed from here to update this file to the current data."""
    records: int
    units: int
    """What a download of the whole file costs: 1 for each 1,000 records begun."""
    bytes: int
    """Of the file."""
    sha256: str
    """Of the file."""
    createdAt: str


class SuggestParameters(CallOptions, total=False):
    q: Required[str]
    """What was typed so far. At most 200 characters."""
    country: str | None
    """ISO 3166-1 alpha-2, in either case."""
    countries: str | Sequence[str] | None
    """Any of these countries, with commas between, instead of `country`. Each must be one that a register
    has."""
    limit: int | None


class WatchList(TypedDict):
    """What the account watches: companies, or a filter."""

    id: str
    name: str
    companies: int
    """How many companies it has."""
    createdAt: str
    filter: dict[str, Any] | None | None
    """As it was given. Null for a list of companies."""


class WatchListChangedMessage(TypedDict):
    type: Literal["watch_list.changed"]
    timestamp: str
    data: WatchListChangedMessageData


class WatchListChangedMessageData(TypedDict):
    listId: str
    since: str
    """The cursor to read the changes of the list from."""
    cursor: str
    """The cursor after the newest change."""
    count: int
    """How many changes there are between the two."""


class WatchedChange(TypedDict):
    """What a change of a list did."""

    added: int
    """How many companies are new in the list."""
    removed: int
    unknown: list[str]
    """The ids that no record has. They were not added."""
    companies: int
    """How many companies the list has now."""
    lookup: list[WatchedChangeLookup] | None
    """What was found for each item of `lookup`. Null if nothing was to be looked up."""


class WatchedChangeLookup(TypedDict):
    """What was found for one company that was to be looked up."""

    input: dict[str, Any]
    """The item as it was sent."""
    status: Literal["found", "not_found", "removed", "ambiguous"]
    """As in `POST /entities/lookup`. Only what is `found` was added."""
    entityId: str | None


class WatchedCompaniesPage(TypedDict):
    data: list[WatchedCompaniesPageData]
    meta: WatchedCompaniesPageMeta


class WatchedCompaniesPageData(TypedDict):
    entityId: str
    addedAt: str
    entity: EntitySummary | None
    """The current record. Null if its register no longer has it."""


class WatchedCompaniesPageMeta(TypedDict):
    page: int
    pageSize: int
    pageCount: int
    total: int
    """Of all pages, exact."""


class WatchedCompany(TypedDict):
    entityId: str
    addedAt: str
    entity: EntitySummary | None
    """The current record. Null if its register no longer has it."""


class WebhookDeliveriesPage(TypedDict):
    data: list[WebhookDelivery]
    meta: WebhookDeliveriesPageMeta


class WebhookDeliveriesPageMeta(TypedDict):
    nextCursor: str | None
    """Leads to the page after; null at the end."""


class WebhookDelivery(TypedDict):
    """An attempt to deliver a message."""

    id: str
    messageId: str
    """The `webhook-id`: the same in every attempt of one message."""
    type: str
    data: dict[str, Any]
    """What the message had."""
    attempt: int
    """1 for the first."""
    at: str
    milliseconds: int
    """Until the answer, or until it failed."""
    outcome: str
    """What came of it. New words may come."""
    status: int | None
    """The status of the answer; null where there was none."""


class WebhookEndpoint(TypedDict):
    """An address of the account that messages are sent to."""

    id: str
    url: str
    description: str | None
    events: list[str]
    """The types of messages that it gets."""
    listIds: list[str] | None | None
    """The watch lists that it gets messages about; null: all."""
    createdAt: str
    failingSince: str | None
    """The first failed attempt since the last success; null where the last attempt succeeded."""
    disabledAt: str | None
    disabledReason: str | None
    """`gone`: it answered 410. `failing`: it failed for five days. `secret_lost`: rotate its secret, then
    enable it."""
    previousSecretEndsAt: str | None
    """Until when the secret before the last rotation signs too."""
    waiting: int
    """How many messages wait to be delivered."""
