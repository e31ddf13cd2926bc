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
export type Plan = Schemas['ApiPlan'];
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
export type FacetsAnswer = AnswerOf<'getEntityFacets'>;
