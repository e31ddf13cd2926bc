import type { EntitySummary } from '../types.ts';
import type { Column } from './list.ts';

/** What people type for a company: country and number, or its id. */
export const referenceOf = ({ id, countryCode, number }: Pick<EntitySummary, 'id' | 'countryCode' | 'number'>): string =>
  number ? `${countryCode}:${number}` : id;

/** The columns of companies. CSV has the fields that the dashboard exports. */
export const summaryColumns: readonly Column<EntitySummary>[] = [
  { title: 'NAME', field: 'canonicalName', value: ({ canonicalName }) => canonicalName, shrinks: true },
  { title: 'COMPANY', value: referenceOf },
  { title: 'STATUS', field: 'status', value: ({ status }) => status, rank: 1 },
  { title: 'REGISTERED', field: 'registeredAt', value: ({ registeredAt }) => registeredAt, rank: 2 },
  { title: 'LEGAL FORM', value: ({ legalForm, legalFormLabel }) => legalFormLabel ?? legalForm, rank: 3, shrinks: true },
  { title: 'ID', field: 'id', value: ({ id }) => id, rank: 4 },
  { field: 'legalForm', value: ({ legalForm }) => legalForm },
  { field: 'countryCode', value: ({ countryCode }) => countryCode },
  { field: 'number', value: (item) => item.number },
  { field: 'numberScheme', value: ({ numberScheme }) => numberScheme },
  { field: 'legalFormCode', value: ({ legalFormCode }) => legalFormCode },
  { field: 'legalFormGroup', value: ({ legalFormGroup }) => legalFormGroup },
  { field: 'endedAt', value: ({ endedAt }) => endedAt },
  { field: 'updatedAt', value: ({ updatedAt }) => updatedAt },
];
