import { declareTables, maintainedByImports, writtenByImports } from '../database/table.ts';

export const searchTables = declareTables({
  locality_name: { rights: writtenByImports, kept: 'for good: the search refers to it' },
  search_segment: { rights: maintainedByImports, kept: 'until an import replaces it' },
});
