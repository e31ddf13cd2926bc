import type { components, operations } from './schema.generated.ts';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = operations[Name] extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;
type AnswerOf<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Answer } } };
}
  ? Answer
  : never;
type BodyOf<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** A list may be given as a list, a day or a moment as a Date. */
type Wide<Query> = {
  readonly [Name in keyof Query]: Query[Name] | (string extends Query[Name] ? Date | readonly string[] : never);
};

export type Country = Schemas['Country'];
export type EntitySummary = Schemas['EntitySummary'];
export type EntityDetail = Schemas['EntityDetail'];
export type EntitySuggestion = Schemas['EntitySuggestion'];
export type Facet = Schemas['Facet'];
export type HistoryEntry = Schemas['HistoryEntry'];
export type Change = Schemas['Change'];
export type Snapshot = Schemas['Snapshot'];
export type Register = Schemas['Register'];
export type Account = Schemas['Account'];
export type ApiKey = Schemas['ApiKey'];
export type CreatedApiKey = Schemas['CreatedApiKey'];
export type Member = Schemas['Member'];
export type Membership = Schemas['Membership'];
export type Role = Member['role'];
export type Invitation = Schemas['Invitation'];
export type CreatedInvitation = Schemas['CreatedInvitation'];
export type InvitationOffer = Schemas['InvitationOffer'];
export type Plan = Schemas['ApiPlan'];
export type WatchList = Schemas['WatchList'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type CreatedWebhookEndpoint = Schemas['CreatedWebhookEndpoint'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type Alert = Schemas['Alert'];
export type AlertChoices = Schemas['AlertChoices'];
export type GroupAnswer = AnswerOf<'getEntityGroup'>;

export type SearchParameters = Wide<QueryOf<'searchEntities'>>;
export type FacetParameters = Wide<QueryOf<'getEntityFacets'>>;
export type SuggestParameters = Wide<QueryOf<'suggestEntities'>>;
export type ChangesParameters = Wide<Omit<QueryOf<'listChanges'>, 'limit'>>;
export type LookupItem = BodyOf<'lookUpEntities'>['items'][number];
export type LookupResult = AnswerOf<'lookUpEntities'>['data'][number];
export type MatchQuery = BodyOf<'matchCompanies'>['queries'][number];
export type MatchOptions = Omit<BodyOf<'matchCompanies'>, 'queries'>;
export type MatchResult = AnswerOf<'matchCompanies'>['data'][number];
export type SearchPage = AnswerOf<'searchEntities'>;
export type HistoryPage = AnswerOf<'getEntityHistory'>;
export type ChangesPage = AnswerOf<'listChanges'>;
export type WatchListFilter = Schemas['EntityFilter'];
export type WatchedCompaniesPage = AnswerOf<'listWatchedCompanies'>;
export type WatchedCompany = WatchedCompaniesPage['data'][number];
export type WatchedCompaniesChange = BodyOf<'changeWatchedCompanies'>;
export type WatchedChange = AnswerOf<'changeWatchedCompanies'>['data'];
export type NewWebhookEndpoint = BodyOf<'createWebhookEndpoint'>;
export type WebhookEndpointChange = BodyOf<'changeWebhookEndpoint'>;
export type WebhookDeliveriesPage = AnswerOf<'listWebhookDeliveries'>;
export type WatchListReplay = BodyOf<'replayWatchList'>;
export type AlertsPage = AnswerOf<'listAlerts'>;
export type AlertChoice = BodyOf<'changeAlertChoices'>['choices'][number];
/** A message to a webhook endpoint. New types may come: leave alone what you do not know. */
export type WebhookMessage =
  | BodyOf<'receive_watch_list_changed'>
  | BodyOf<'receive_alert_raised'>
  | BodyOf<'receive_endpoint_test'>;
export type FacetsAnswer = AnswerOf<'getEntityFacets'>;
