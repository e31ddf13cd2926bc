import type { Operations } from './operations.generated.ts';

const key = `fragment Key on ApiKey {
  id name prefix createdAt expiresAt lastUsedAt rotatedAt scopes addresses minuteLimit monthlyQuota monthlyUsed
  reconcileAddress { prefix createdAt lastUsedAt }
}`;
const fieldChange = 'fragment FieldChange on FieldChange { path old new }';
const auditEntries =
  'fragment AuditEntries on AuditPage { nextCursor entries { id at action userId details apiKey { name prefix } successor { prefix } } }';

const endpoint = `fragment Endpoint on WebhookEndpoint {
  id url description events listIds failingSince disabledAt disabledReason previousSecretEndsAt waiting
}`;
const alertEntries = 'fragment AlertEntries on AlertPage { nextCursor unread alerts { id at title text url unread } }';
const alertChoices = 'mailedTo choices { kind title email }';

/** What the dashboard asks, by name. `npm run generate` makes the types of variables and data of these documents. */
export const documents: Record<keyof Operations, string> = {
  overview: `query ($days: Int!) {
    me { email name }
    account {
      plan { id name requestsPerMinute }
      usage { periodStart periodEnd used limit remaining }
      billing { status currentPeriodEnd cancelAtPeriodEnd }
      apiKeys { id name createdAt expiresAt rotatedAt }
    }
    usage(days: $days) { answers { day keyId statusClass requests } byKey { keyId keyName } }
    recent: requestStatistics(span: day, count: 7) { counts { start units } }
  }`,
  usage: `query ($days: Int!, $span: StatisticsSpan!, $count: Int!, $shown: Int!, $quotaDays: Int!) {
    account { usage { periodStart periodEnd used limit remaining } }
    usage(days: $days) { answers { day keyId statusClass requests } byKey { keyId keyName } }
    statistics: requestStatistics(span: $span, count: $count) {
      counts { start keyId operation statusClass requests units }
    }
    shown: requestStatistics(span: $span, count: $shown) { latencies { start operation median p95 } }
    quota: requestStatistics(span: day, count: $quotaDays) { counts { start units } }
  }`,
  requests: `query ($status: String, $keyId: String, $path: String, $requestId: String, $cursor: String) {
    account { apiKeys { id name prefix } }
    requestLog(status: $status, keyId: $keyId, path: $path, requestId: $requestId, cursor: $cursor) {
      nextCursor
      entries { id at requestId method path status code message milliseconds units key { id name prefix } }
    }
  }`,

  keys: `{
    account { plan { name maxApiKeys requestsPerMinute monthlyRequests } countedApiKeys apiKeys { ...Key } }
    usage(days: 31) { byKey { keyId requests } }
  } ${key}`,
  createKey: `mutation ($name: String!, $expiresAt: DateTime, $scopes: [String!], $addresses: [String!], $minuteLimit: Int,
    $monthlyQuota: Int, $idempotencyKey: String!) {
    createApiKey(name: $name, expiresAt: $expiresAt, scopes: $scopes, addresses: $addresses, minuteLimit: $minuteLimit,
      monthlyQuota: $monthlyQuota, idempotencyKey: $idempotencyKey) { secret apiKey { id name } }
  }`,
  changeKey: 'mutation ($id: ID!, $change: ApiKeyChange!) { changeApiKey(id: $id, change: $change) { id } }',
  rotateKey: `mutation ($id: ID!, $overlapSeconds: Int!, $idempotencyKey: String!) {
    rotateApiKey(id: $id, overlapSeconds: $overlapSeconds, idempotencyKey: $idempotencyKey) { secret apiKey { id name } }
  }`,
  revokeKey: 'mutation ($id: ID!) { revokeApiKey(id: $id) }',
  createAddress: 'mutation ($keyId: ID!) { createReconcileAddress(keyId: $keyId) { url } }',
  revokeAddress: 'mutation ($keyId: ID!) { revokeReconcileAddress(keyId: $keyId) }',

  billing: `{
    plans { id name monthlyPriceEur monthlyRequests requestsPerMinute maxApiKeys }
    account {
      plan { id name }
      usage { periodEnd used limit }
      billing { status currentPeriodEnd cancelAtPeriodEnd }
    }
    planChanges { at from to eventId }
  }`,
  checkout: 'mutation ($plan: PaidPlan!) { createCheckout(plan: $plan) { url } }',
  portal: 'mutation { createPortal { url } }',

  search: `query ($filter: EntityFilter, $page: Int!, $pageSize: Int!, $sort: EntitySort) {
    entities(filter: $filter, page: $page, pageSize: $pageSize, sort: $sort) {
      items {
        id countryCode canonicalName matchedName number numberScheme status legalForm legalFormCode legalFormGroup registeredAt
        updatedAt
      }
      meta { page pageSize pageCount total }
      fuzzy
      noLicensedActivities
      unknownCountry { code likely }
    }
  }`,
  facets: `query ($filter: EntityFilter, $facets: [FacetName!]!, $size: Int!) {
    entityFacets(filter: $filter, facets: $facets, size: $size) {
      total
      facets { name missing other values { value label scheme count } }
    }
  }`,
  suggestions: `query ($q: String!, $country: String) {
    entitySuggestions(q: $q, country: $country, limit: 8) { id canonicalName matchedName number countryCode status }
  }`,
  record: `query ($id: ID!) {
    entity(id: $id) {
      id countryCode canonicalName number numberScheme status legalForm legalFormLabel legalFormCode legalFormGroup
      registeredAt endedAt endKind updatedAt otherNames { name kind language from to source }
      address { lines postalCode locality region country raw } registry registrations sourceData
      identifiers { scheme value status since doubtful source }
      history(pageSize: 20) { meta { total } items { cursor at type reason changes { ...FieldChange } } }
      provenance { register file sha256 importedAt sourceUrl licence }
    }
  } ${fieldChange}`,

  group: `query ($id: ID!) {
    entityGroup(id: $id) {
      lei noDirectParent noUltimateParent
      ultimateParent { ...GroupRelation } chain { ...GroupRelation }
      children(pageSize: 50) { items { ...GroupRelation } meta { total } }
    }
  } fragment GroupRelation on GroupRelation {
    kind percentage checked member { lei name countryCode entity { id canonicalName countryCode } }
  }`,

  reader: '{ me { id } account { usage { periodStart periodEnd used remaining } } }',
  matchNames: `query ($input: MatchInput!) {
    match(input: $input) {
      results {
        score match matchedName { name kind } features { id score weight explanation }
        entity { id countryCode canonicalName number numberScheme status legalForm legalFormCode legalFormGroup registeredAt }
      }
    }
  }`,
  loggedUnits: 'query ($requestId: String!) { requestLog(requestId: $requestId) { entries { units } } }',

  watchLists: `{
    account { plan { name maxWatchLists maxWatchedCompanies } }
    watchLists { id name companies createdAt filter }
  }`,
  watchList: `query ($id: ID!, $page: Int!) {
    watchList(id: $id) { id name filter }
    watchedCompanies(id: $id, page: $page) {
      items { entityId addedAt entity { canonicalName countryCode status } } meta { page pageCount total }
    }
  }`,
  watchChanges: `query ($id: ID!, $cursor: String!) {
    watchListChanges(id: $id, cursor: $cursor, limit: 20) {
      items { cursor type entityId canonicalName at changes { ...FieldChange } } meta { nextCursor hasMore }
    }
  } ${fieldChange}`,
  createWatchList: `mutation ($name: String!, $filter: EntityFilter) {
    createWatchList(name: $name, filter: $filter) { watchList { id } }
  }`,
  renameWatchList: 'mutation ($id: ID!, $name: String!) { changeWatchList(id: $id, name: $name) { id } }',
  deleteWatchList: 'mutation ($id: ID!) { deleteWatchList(id: $id) }',
  changeWatched: `mutation ($id: ID!, $add: [ID!], $remove: [ID!]) {
    changeWatchedCompanies(id: $id, add: $add, remove: $remove) { added removed companies }
  }`,

  registers: `{
    registers {
      id countryCode countryName name status licence sourceUrl updateFrequency updateIntervalDays
      served { fileDate importedAt records sourceUrl }
    }
  }`,
  identifierSources: `{ identifierSources {
      id name updateFrequency updateIntervalDays served { fileDate importedAt identifiers sourceUrl }
    } }`,
  changeSets: '{ changeSets(limit: 10) { dataVersion register countryCode at reason changes records cursor } }',
  changes: `query ($cursor: String!, $limit: Int!) {
    changes(cursor: $cursor, limit: $limit) {
      items {
        cursor type entityId countryCode canonicalName dataVersion reason at changes { ...FieldChange }
      }
    }
  } ${fieldChange}`,
  snapshots: '{ snapshots { id countryCode dataVersion records units bytes sha256 createdAt } }',

  security: `{
    sessions { id createdAt lastSeenAt expiresAt device current }
    audit(limit: 20) { ...AuditEntries }
  } ${auditEntries}`,
  olderEntries: `query ($cursor: String!) { audit(limit: 50, cursor: $cursor) { ...AuditEntries } } ${auditEntries}`,
  endSession: 'mutation ($id: ID!) { endSession(id: $id) }',
  endOtherSessions: 'mutation { endOtherSessions }',

  frame: '{ memberships { accountId email role isHome barred } account { powers } }',
  members: '{ me { id } members { id email name role since barred } account { powers plan { name maxMembers } } }',
  changeMember: 'mutation ($id: ID!, $role: Role!) { changeMember(id: $id, role: $role) { id } }',
  removeMember: 'mutation ($id: ID!, $handOverTo: ID) { removeMember(id: $id, handOverTo: $handOverTo) }',
  invitations: '{ invitations { id role note expiresAt } }',
  createInvitation: 'mutation ($role: Role!, $note: String) { createInvitation(role: $role, note: $note) { url } }',
  revokeInvitation: 'mutation ($id: ID!) { revokeInvitation(id: $id) }',
  invitation: 'query ($token: String!) { invitation(token: $token) { email role expiresAt } }',
  signInRules: '{ signInRules { requiredIssuer groupRoles { group role } requirable { issuer name hasGroups } } }',
  changeSignInRules: `mutation ($requiredIssuer: String, $groupRoles: [GroupRoleInput!]) {
    changeSignInRules(requiredIssuer: $requiredIssuer, groupRoles: $groupRoles) { requiredIssuer }
  }`,
  acceptInvitation: 'mutation ($token: String!) { acceptInvitation(token: $token) { accountId } }',

  webhookEndpoints: `{
    webhookEndpoints { ...Endpoint }
    account { plan { maxWebhookEndpoints } }
  } ${endpoint}`,
  watchListNames: '{ watchLists { id name } }',
  createWebhookEndpoint: `mutation ($url: String!, $description: String, $events: [String!]!, $listIds: [String!]) {
    createWebhookEndpoint(url: $url, description: $description, events: $events, listIds: $listIds) { endpoint { url } secret }
  }`,
  changeWebhookEndpoint: `mutation ($id: ID!, $url: String, $description: String, $events: [String!], $listIds: [String!]) {
    changeWebhookEndpoint(id: $id, url: $url, description: $description, events: $events, listIds: $listIds) { id }
  }`,
  rotateWebhookSecret: `mutation ($id: ID!, $overlapSeconds: Int!) {
    rotateWebhookSecret(id: $id, overlapSeconds: $overlapSeconds) { secret }
  }`,
  enableWebhookEndpoint: 'mutation ($id: ID!) { enableWebhookEndpoint(id: $id) { id } }',
  testWebhookEndpoint: 'mutation ($id: ID!) { testWebhookEndpoint(id: $id) }',
  deleteWebhookEndpoint: 'mutation ($id: ID!) { deleteWebhookEndpoint(id: $id) }',
  webhookDeliveries: `query ($id: ID!, $cursor: String) {
    webhookDeliveries(id: $id, cursor: $cursor, limit: 20) {
      items { id messageId at type data attempt outcome status milliseconds } nextCursor
    }
  }`,
  replayWebhookDelivery: 'mutation ($id: ID!, $deliveryId: ID!) { replayWebhookDelivery(id: $id, deliveryId: $deliveryId) }',
  replayWatchList: `mutation ($id: ID!, $listId: ID!, $cursor: String!) {
    replayWatchList(id: $id, listId: $listId, cursor: $cursor)
  }`,
  unreadAlerts: '{ alerts(limit: 1) { unread } }',
  alerts: `{ alerts(limit: 20) { ...AlertEntries } alertChoices { ${alertChoices} } } ${alertEntries}`,
  olderAlerts: `query ($cursor: String!) { alerts(limit: 50, cursor: $cursor) { ...AlertEntries } } ${alertEntries}`,
  readAlerts: 'mutation ($upTo: ID!) { readAlerts(upTo: $upTo) }',
  chooseAlerts: `mutation ($choices: [AlertChoiceInput!]!) { chooseAlerts(choices: $choices) { ${alertChoices} } }`,

  profile: '{ me { id email name accountId } account { id powers plan { name } billing { status } } }',
  deleteAccount: 'mutation ($confirm: ID!) { deleteAccount(confirm: $confirm) }',

  imports: `query ($page: Int!) {
    imports(page: $page, pageSize: 10) {
      meta { page pageCount total }
      items {
        id register file fileDate importedAt isServed read added changed unchanged removed heldBack rejected repeated persons
        unknownStates { state rows }
        unknownForms { form rows }
      }
    }
  }`,
  identifierImports: `query ($page: Int!) {
    identifierImports(page: $page, pageSize: 10) {
      meta { page pageCount total }
      items { id source file fileDate importedAt isServed read added changed removed total relations }
    }
  }`,
  failedImports: `query ($page: Int!) {
    failedImports(page: $page, pageSize: 10) {
      meta { page pageCount total }
      items { id register at file reason }
    }
  }`,
  readiness: '{ health { version redis } readiness { problem limitations { what missing } } }',
  waitingEvents: `query ($page: Int!) {
    waitingEvents(page: $page, pageSize: 10) {
      meta { page pageCount total }
      items { id kind receivedAt customerId subscriptionId waitsFor }
    }
  }`,
  accounts: `query ($page: Int!, $id: ID, $email: String, $alikeTo: ID) {
    accounts(page: $page, pageSize: 25, id: $id, email: $email, alikeTo: $alikeTo) {
      meta { page pageCount total }
      items { id createdAt plan billingStatus currentPeriodEnd cancelAtPeriodEnd apiKeys requests members alike }
    }
  }`,
};
