/* The values that a record or a search can have. REST, GraphQL, the dashboard and the documentation take them from here. */

/** A status is stored as its index in this list. */
export const statuses = ['active', 'winding_up', 'insolvent', 'dissolved', 'unknown'] as const;
export type EntityStatus = (typeof statuses)[number];

export const activityTypes = ['unlicensed', 'licensed'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const facetNames = [
  'status',
  'legalForm',
  'country',
  'registeredYear',
  'activity',
  'legalFormGroup',
  'legalFormCode',
  'nace',
  'naceSection',
] as const;
export type FacetName = (typeof facetNames)[number];

/** How `q` is read: as a fragment, or as words in any order. */
export const searchModes = ['fragment', 'words'] as const;
export type SearchMode = (typeof searchModes)[number];

/** Which names of a record are searched: only the current one, or also its other names. */
export const searchedNames = ['current', 'all'] as const;
export type SearchedNames = (typeof searchedNames)[number];

/** The sort orders of REST, with their GraphQL names, which cannot contain a minus. */
export const sorts = {
  name: 'name',
  registeredAt: 'registeredAt',
  '-registeredAt': 'registeredAtDescending',
  '-updatedAt': 'updatedAtDescending',
  relevance: 'relevance',
} as const;
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

/** The filters that take one of some values. */
export const filterValues = {
  activityType: activityTypes,
  status: statuses,
  legalFormGroup: legalFormGroups,
  mode: searchModes,
  names: searchedNames,
};
