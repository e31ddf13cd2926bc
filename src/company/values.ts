/* The values that a record or a search can have. REST, GraphQL, the dashboard and the documentation take them from here. */

/** What each status means. It is stored as its place here, so new ones come at the end, and there is room for eight. */
export const statusMeanings = {
  active: 'it is registered, and nothing speaks of an end',
  winding_up: 'its end has begun: it is liquidated, or is about to be struck off',
  insolvent: 'it is in proceedings because it cannot pay: bankruptcy, administration, restructuring',
  dissolved: 'it has ended; `endedAt` and `endKind` say when and how, where the register tells',
  unknown: 'the register does not tell, or tells a state that is not in these tables',
} as const;
export type EntityStatus = keyof typeof statusMeanings;
export const statuses = Object.keys(statusMeanings) as EntityStatus[];

export const activityTypes = ['unlicensed', 'licensed'] as const;
export type ActivityType = (typeof activityTypes)[number];

interface FacetDeclaration {
  /** What the index counts. The activities have two counts, by their type. */
  column: string;
  /** Its place among the counts of the explorer, and its title, if that is not the label of the filter of the same name. */
  shown?: { place: number; title?: string };
}

export const facets = {
  status: { column: 'status', shown: { place: 1 } },
  legalForm: { column: 'legalForm', shown: { place: 7 } },
  country: { column: 'country', shown: { place: 2 } },
  registeredYear: { column: 'year', shown: { place: 6, title: 'Year of registration' } },
  activity: { column: 'activities', shown: { place: 8 } },
  legalFormGroup: { column: 'legalFormGroup', shown: { place: 3 } },
  legalFormCode: { column: 'legalFormCode' },
  nace: { column: 'naceDivision', shown: { place: 5 } },
  naceSection: { column: 'naceSection', shown: { place: 4, title: 'Sector' } },
} as const satisfies Record<string, FacetDeclaration>;
export type FacetName = keyof typeof facets;
export const declaredFacets = Object.entries(facets) as [FacetName, FacetDeclaration][];
export const facetNames = declaredFacets.map(([name]) => name);

/** How `q` is read: as a fragment, or as words in any order. */
export const searchModes = ['fragment', 'words'] as const;
export type SearchMode = (typeof searchModes)[number];

/** Which names of a record are searched: only the current one, or also its other names. */
export const searchedNames = ['current', 'all'] as const;
export type SearchedNames = (typeof searchedNames)[number];

interface SortDeclaration {
  /** GraphQL names cannot contain a minus. */
  graphql: string;
  label: string;
  /** What the index counts to find a page. Names are sorted by themselves. */
  column?: 'day' | 'run' | 'score';
}

/** The orders of results, by their names in REST. */
export const sorts = {
  name: { graphql: 'name', label: 'by name' },
  registeredAt: { graphql: 'registeredAt', label: 'oldest first', column: 'day' },
  '-registeredAt': { graphql: 'registeredAtDescending', label: 'newest first', column: 'day' },
  '-updatedAt': { graphql: 'updatedAtDescending', label: 'last changed first', column: 'run' },
  relevance: { graphql: 'relevance', label: 'best match first', column: 'score' },
} as const satisfies Record<string, SortDeclaration>;
export type Sort = keyof typeof sorts;
export const sortNames = Object.keys(sorts) as Sort[];

/** The shared kinds of legal forms. An index of this list may be stored, so new ones come at the end. */
export const legalFormGroups = [
  'limited_company',
  'public_limited_company',
  'partnership',
  'limited_partnership',
  'cooperative',
  'foundation',
  'association',
  'branch',
  'public_body',
  'sole_trader',
  'other',
  'unlimited_company',
  'economic_interest_grouping',
  'religious_body',
  'investment_fund',
] as const;
export type LegalFormGroup = (typeof legalFormGroups)[number];
