// Printed from the contract by `npm run generate`.
export type Country = { code: string; name: string; nativeName: string; enabled: boolean };
export type ErrorResponse = { error: { code: string; message: string; requestId?: string; docs?: string } };
export type EntitySummary = { id: string; countryCode: string; canonicalName: string; status: string; legalForm?: string | null; registeredAt?: string | null; endedAt?: string | null; endKind?: string | null; legalFormLabel?: string | null; updatedAt?: string };
export type Facet = { name: "activity" | "country" | "legalForm" | "registeredYear" | "status"; values: Array<{ value: string; label: string | null; scheme: string | null; count: number }>; other: number; missing: number };
export type EntitySuggestion = { id: string; canonicalName: string; countryCode: string; status: string; ranges: Array<{ start: number; end: number }> };
export type EntityDetail = { id: string; countryCode: string; canonicalName: string; status: string; legalForm?: string | null; registeredAt?: string | null; endedAt?: string | null; endKind?: string | null; legalFormLabel?: string | null; updatedAt?: string; registry: Record<string, unknown>; sourceData: Record<string, unknown>; registrations: Array<Record<string, unknown>>; provenance: { register: string; file: string; sha256: string; importedAt: string; sourceUrl: string; licence: string } | null };
export type HistoryEntry = { cursor: string; type: "baseline" | "created" | "removed" | "restored" | "updated"; entityId: string | null; countryCode: string; number: string | null; canonicalName: string | null; at: string; dataVersion: number; importRunId: string; reason: "source" | "mapping"; changes: Array<{ path: string; old: unknown; new: unknown }>; provenance: { register: string; file: string; sha256: string; importedAt: string; sourceUrl: string; licence: string } };
export type Change = { cursor: string; type: "baseline" | "created" | "removed" | "restored" | "updated"; entityId: string | null; countryCode: string; number: string | null; canonicalName: string | null; at: string; dataVersion: number; importRunId: string; reason: "source" | "mapping"; changes: Array<{ path: string; old: unknown; new: unknown }>; entity?: EntityDetail | null };
export type Snapshot = { id: string; countryCode: string; dataVersion: number; cursor: string; records: number; units: number; bytes: number; sha256: string; createdAt: string };
export type Register = { id: string | null; countryCode: string; countryName: string; name: string | null; licence: string | null; sourceUrl: string | null; status: "served" | "available" | "planned"; served: { file: string; fileDate: string | null; importedAt: string; sourceUrl: string; records: number; dataVersion: number } | null };
export type Account = { id: string; email: string | null; plan: ApiPlan; usage: { periodStart: string; periodEnd: string; used: number; limit: number; remaining: number }; billing: { status: string; currentPeriodEnd: string | null; cancelAtPeriodEnd: boolean }; apiKeys: Array<ApiKey> };
export type ApiPlan = { id: "business" | "free" | "pro"; name: string; monthlyPriceEur: number; monthlyRequests: number; requestsPerMinute: number; maxApiKeys: number };
export type ApiKey = { id: string; name: string; prefix: string; createdAt: string; lastUsedAt: string | null; expiresAt: string | null; rotatedAt: string | null };
export type AccountExport = { account: { id: string }; users: Array<Record<string, unknown>>; apiKeys: Array<Record<string, unknown>>; usageByPeriod: Array<Record<string, unknown>>; usageByDay: Array<Record<string, unknown>>; subscriptions: Array<Record<string, unknown>>; planChanges: Array<Record<string, unknown>>; paymentEvents: Array<Record<string, unknown>>; sessions: Array<Record<string, unknown>>; idempotentAnswers: Array<Record<string, unknown>>; auditEntries: Array<Record<string, unknown>>; incomplete: Array<string> };
export type Profile = { id: string; email: string | null; name: string | null; accountId: string };
export type CreatedApiKey = { id: string; name: string; prefix: string; createdAt: string; lastUsedAt: string | null; expiresAt: string | null; rotatedAt: string | null; secret: string };
export type Session = { id: string; device: string | null; createdAt: string; lastSeenAt: string; expiresAt: string; current: boolean };
export type AuditEntry = { id: string; at: string; action: string; userId: string | null; subject: string | null; details: Record<string, unknown> };
export type BillingSession = { data: { url: string } };
export type PaymentEvent = { id: string; type: string; created: number; data: { object: Record<string, unknown> } };
export type PaymentReceipt = { received: true; duplicate: boolean; stale: boolean };
export type Live = { status: "ok"; service: "web"; version: string };
export type Ready = { status: "ready"; database: "ok"; version: string };
export type Unavailable = { status: "unavailable"; database: "error"; version: string };

/** What each operation answers with where it succeeds. */
export interface Bodies {
  listCountries: { data: Array<Country>; meta: { count: number } };
  searchEntities: { data: Array<EntitySummary>; meta: { page: number; pageSize: number; pageCount: number; total: number } };
  getEntityFacets: { data: Array<Facet>; meta: { total: number } };
  suggestEntities: { data: Array<EntitySuggestion>; meta: { count: number } };
  getEntity: { data: EntityDetail };
  getEntityHistory: { data: Array<HistoryEntry>; meta: { page: number; pageSize: number; pageCount: number; total: number } };
  listChanges: { data: Array<Change>; meta: { nextCursor: string; hasMore: boolean; oldestCursor: string; dataVersion: number } };
  listSnapshots: { data: Array<Snapshot>; meta: { count: number } };
  listRegisters: { data: Array<Register>; meta: { count: number } };
  getAccount: { data: Account };
  exportAccount: { data: AccountExport };
  getProfile: { data: Profile };
  listApiKeys: { data: Array<ApiKey>; meta: { count: number; limit: number } };
  createApiKey: { data: CreatedApiKey };
  rotateApiKey: { data: CreatedApiKey };
  listSessions: { data: Array<Session>; meta: { count: number } };
  readAudit: { data: Array<AuditEntry>; meta: { nextCursor: string | null } };
  listPlans: { data: Array<ApiPlan> };
  createCheckout: BillingSession;
  createPortal: BillingSession;
  receivePaymentEvent: PaymentReceipt;
  getLiveness: Live;
  getReadiness: Ready;
  getContract: Record<string, unknown>;
}
