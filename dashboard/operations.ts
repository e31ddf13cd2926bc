// Made of operations.graphql and the schema by `npm run generate`.

declare const types: unique symbol;

/** The text of an operation, with the types of its answer and its variables. */

export type Operation<Data, Variables> = string & { [types]?: [Data, Variables] };

export interface EntityFilter {
  activity?: string | null;
  activityScheme?: string | null;
  activityType?: 'licensed' | 'unlicensed' | null;
  country?: string | null;
  legalForm?: string | null;
  number?: string | null;
  q?: string | null;
  registeredFrom?: string | null;
  registeredTo?: string | null;
  status?: 'active' | 'dissolved' | 'insolvent' | 'unknown' | 'winding_up' | null;
  updatedSince?: string | null;
}

export const overview = 'query Overview($days: Int!) { me { email name } account { plan { id name requestsPerMinute } usage { periodEnd used limit remaining } billing { status currentPeriodEnd cancelAtPeriodEnd } apiKeys { id name prefix expiresAt } } usage(days: $days) { answers { day keyId statusClass requests } byKey { keyId keyName requests } } }' as Operation<{ me: { email: string | null; name: string | null } | null; account: { plan: { id: 'business' | 'free' | 'pro'; name: string; requestsPerMinute: number }; usage: { periodEnd: string; used: number; limit: number; remaining: number }; billing: { status: string; currentPeriodEnd: string | null; cancelAtPeriodEnd: boolean }; apiKeys: ({ id: string; name: string; prefix: string; expiresAt: string | null })[] } | null; usage: { answers: ({ day: string; keyId: string | null; statusClass: string; requests: number })[]; byKey: ({ keyId: string | null; keyName: string | null; requests: number })[] } | null }, { days: number }>;

export const keys = 'query Keys { account { plan { name maxApiKeys } apiKeys { ...Key } } usage(days: 31) { byKey { keyId requests } } } fragment Key on ApiKey { id name prefix createdAt expiresAt lastUsedAt rotatedAt }' as Operation<{ account: { plan: { name: string; maxApiKeys: number }; apiKeys: ({ id: string; name: string; prefix: string; createdAt: string; expiresAt: string | null; lastUsedAt: string | null; rotatedAt: string | null })[] } | null; usage: { byKey: ({ keyId: string | null; requests: number })[] } | null }, {  }>;

export const createKey = 'mutation CreateKey($name: String!, $expiresAt: DateTime, $idempotencyKey: String!) { createApiKey( name: $name expiresAt: $expiresAt idempotencyKey: $idempotencyKey ) { secret apiKey { id name } } }' as Operation<{ createApiKey: { secret: string; apiKey: { id: string; name: string } } | null }, { name: string; expiresAt?: string | null; idempotencyKey: string }>;

export const rotateKey = 'mutation RotateKey($id: ID!, $overlapSeconds: Int!, $idempotencyKey: String!) { rotateApiKey( id: $id overlapSeconds: $overlapSeconds idempotencyKey: $idempotencyKey ) { secret apiKey { id name } } }' as Operation<{ rotateApiKey: { secret: string; apiKey: { id: string; name: string } } | null }, { id: string; overlapSeconds: number; idempotencyKey: string }>;

export const revokeKey = 'mutation RevokeKey($id: ID!) { revokeApiKey(id: $id) }' as Operation<{ revokeApiKey: string | null }, { id: string }>;

export const billing = 'query Billing { plans { id name monthlyPriceEur monthlyRequests requestsPerMinute maxApiKeys } account { plan { id name } usage { periodEnd used limit } billing { status currentPeriodEnd cancelAtPeriodEnd } } planChanges { at from to eventId } }' as Operation<{ plans: ({ id: 'business' | 'free' | 'pro'; name: string; monthlyPriceEur: number; monthlyRequests: number; requestsPerMinute: number; maxApiKeys: number })[] | null; account: { plan: { id: 'business' | 'free' | 'pro'; name: string }; usage: { periodEnd: string; used: number; limit: number }; billing: { status: string; currentPeriodEnd: string | null; cancelAtPeriodEnd: boolean } } | null; planChanges: ({ at: string; from: 'business' | 'free' | 'pro'; to: 'business' | 'free' | 'pro'; eventId: string | null })[] | null }, {  }>;

export const checkout = 'mutation Checkout($plan: PaidPlan!) { createCheckout(plan: $plan) { url } }' as Operation<{ createCheckout: { url: string } | null }, { plan: 'business' | 'pro' }>;

export const portal = 'mutation Portal { createPortal { url } }' as Operation<{ createPortal: { url: string } | null }, {  }>;

export const search = 'query Search($filter: EntityFilter, $page: Int!, $pageSize: Int!, $sort: EntitySort!) { entities(filter: $filter, page: $page, pageSize: $pageSize, sort: $sort) { items { id countryCode canonicalName status legalForm registeredAt updatedAt } meta { page pageSize pageCount total } noLicensedActivities unknownCountry { code likely } } }' as Operation<{ entities: { items: ({ id: string; countryCode: string; canonicalName: string; status: string; legalForm: string | null; registeredAt: string | null; updatedAt: string })[]; meta: { page: number; pageSize: number; pageCount: number; total: number }; noLicensedActivities: (string)[] | null; unknownCountry: { code: string; likely: string | null } | null } | null }, { filter?: EntityFilter | null; page: number; pageSize: number; sort: 'name' | 'registeredAt' | 'registeredAtDescending' | 'updatedAtDescending' }>;

export const facets = 'query Facets($filter: EntityFilter, $facets: [FacetName!]!, $size: Int!) { entityFacets(filter: $filter, facets: $facets, size: $size) { total facets { name missing other values { value label scheme count } } } }' as Operation<{ entityFacets: { total: number; facets: ({ name: 'activity' | 'country' | 'legalForm' | 'registeredYear' | 'status'; missing: number; other: number; values: ({ value: string; label: string | null; scheme: string | null; count: number })[] })[] } | null }, { filter?: EntityFilter | null; facets: ('activity' | 'country' | 'legalForm' | 'registeredYear' | 'status')[]; size: number }>;

export const suggestions = 'query Suggestions($q: String!, $country: String) { entitySuggestions(q: $q, country: $country, limit: 8) { id canonicalName countryCode status } }' as Operation<{ entitySuggestions: ({ id: string; canonicalName: string; countryCode: string; status: string })[] | null }, { q: string; country?: string | null }>;

export const record = 'query Record($id: ID!) { entity(id: $id) { id countryCode canonicalName status legalForm registeredAt updatedAt registry registrations sourceData history(pageSize: 20) { meta { total } items { cursor at type reason changes { path old new } } } provenance { register file sha256 importedAt sourceUrl licence } } }' as Operation<{ entity: { id: string; countryCode: string; canonicalName: string; status: string; legalForm: string | null; registeredAt: string | null; updatedAt: string; registry: unknown; registrations: unknown; sourceData: unknown; history: { meta: { total: number }; items: ({ cursor: string; at: string; type: 'baseline' | 'created' | 'removed' | 'restored' | 'updated'; reason: string; changes: ({ path: string; old: unknown | null; new: unknown | null })[] })[] } | null; provenance: { register: string; file: string; sha256: string; importedAt: string; sourceUrl: string; licence: string } | null } | null }, { id: string }>;

export const registers = 'query Registers { registers { id countryCode countryName name status licence sourceUrl served { fileDate importedAt records } } }' as Operation<{ registers: ({ id: string | null; countryCode: string; countryName: string; name: string | null; status: string; licence: string | null; sourceUrl: string | null; served: { fileDate: string | null; importedAt: string; records: number } | null })[] | null }, {  }>;

export const changeSets = 'query ChangeSets { changeSets(limit: 10) { dataVersion register countryCode at reason changes records cursor } }' as Operation<{ changeSets: ({ dataVersion: number; register: string; countryCode: string; at: string; reason: string; changes: number; records: number; cursor: string | null })[] | null }, {  }>;

export const changes = 'query Changes($cursor: String!, $limit: Int!) { changes(cursor: $cursor, limit: $limit) { items { cursor type entityId countryCode canonicalName dataVersion reason at changes { path old new } } } }' as Operation<{ changes: { items: ({ cursor: string; type: 'baseline' | 'created' | 'removed' | 'restored' | 'updated'; entityId: string | null; countryCode: string; canonicalName: string | null; dataVersion: number; reason: string; at: string; changes: ({ path: string; old: unknown | null; new: unknown | null })[] })[] } | null }, { cursor: string; limit: number }>;

export const snapshots = 'query Snapshots { snapshots { id countryCode dataVersion records units bytes sha256 createdAt } }' as Operation<{ snapshots: ({ id: string; countryCode: string; dataVersion: number; records: number; units: number; bytes: number; sha256: string; createdAt: string })[] | null }, {  }>;

export const security = 'query Security { sessions { id createdAt lastSeenAt expiresAt device current } audit(limit: 20) { ...Entries } } fragment Entries on AuditPage { nextCursor entries { id at action subject userId details } }' as Operation<{ sessions: ({ id: string; createdAt: string; lastSeenAt: string; expiresAt: string; device: string | null; current: boolean })[] | null; audit: { nextCursor: string | null; entries: ({ id: string; at: string; action: string; subject: string | null; userId: string | null; details: unknown })[] } | null }, {  }>;

export const olderEntries = 'query OlderEntries($cursor: String!) { audit(limit: 50, cursor: $cursor) { ...Entries } } fragment Entries on AuditPage { nextCursor entries { id at action subject userId details } }' as Operation<{ audit: { nextCursor: string | null; entries: ({ id: string; at: string; action: string; subject: string | null; userId: string | null; details: unknown })[] } | null }, { cursor: string }>;

export const endSession = 'mutation EndSession($id: ID!) { endSession(id: $id) }' as Operation<{ endSession: string | null }, { id: string }>;

export const endOtherSessions = 'mutation EndOtherSessions { endOtherSessions }' as Operation<{ endOtherSessions: number | null }, {  }>;

export const profile = 'query Profile { me { id email name accountId } account { id plan { name } billing { status } } }' as Operation<{ me: { id: string; email: string | null; name: string | null; accountId: string } | null; account: { id: string; plan: { name: string }; billing: { status: string } } | null }, {  }>;

export const deleteAccount = 'mutation DeleteAccount($confirm: ID!) { deleteAccount(confirm: $confirm) }' as Operation<{ deleteAccount: string | null }, { confirm: string }>;

export const imports = 'query Imports($page: Int!) { imports(page: $page, pageSize: 10) { meta { page pageCount total } items { id register file fileDate importedAt isServed read added changed unchanged removed rejected repeated persons unknownStates { state rows } } } }' as Operation<{ imports: { meta: { page: number; pageCount: number; total: number }; items: ({ id: string; register: string; file: string; fileDate: string | null; importedAt: string; isServed: boolean; read: number; added: number; changed: number; unchanged: number; removed: number; rejected: number; repeated: number; persons: number; unknownStates: ({ state: string; rows: number })[] })[] } | null }, { page: number }>;

export const waitingEvents = 'query WaitingEvents($page: Int!) { waitingEvents(page: $page, pageSize: 10) { meta { page pageCount total } items { id kind receivedAt customerId subscriptionId waitsFor } } }' as Operation<{ waitingEvents: { meta: { page: number; pageCount: number; total: number }; items: ({ id: string; kind: string; receivedAt: string; customerId: string | null; subscriptionId: string | null; waitsFor: string })[] } | null }, { page: number }>;

export const accounts = 'query Accounts($page: Int!, $id: ID) { accounts(page: $page, pageSize: 25, id: $id) { meta { page pageCount total } items { id createdAt plan billingStatus currentPeriodEnd cancelAtPeriodEnd apiKeys requests } } }' as Operation<{ accounts: { meta: { page: number; pageCount: number; total: number }; items: ({ id: string; createdAt: string; plan: string; billingStatus: string; currentPeriodEnd: string | null; cancelAtPeriodEnd: boolean; apiKeys: number; requests: number })[] } | null }, { page: number; id?: string | null }>;

