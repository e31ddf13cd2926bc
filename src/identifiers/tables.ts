import { declareTables, writtenByImports } from '../database/table.ts';

const maintainedByImports = { ...writtenByImports, importing: [...writtenByImports.importing, 'MAINTAIN'] as const };

/** No row is about an account. Names of sole traders are never stored, and no erased name is served: see README.md. */
export const identifierTables = declareTables({
  lei: { rights: maintainedByImports, kept: 'until an import of identifiers no longer has it' },
  lei_relation: { rights: maintainedByImports, kept: 'until an import of identifiers no longer has it' },
  lei_exception: { rights: maintainedByImports, kept: 'until an import of identifiers no longer has it' },
  identifier_run: { rights: writtenByImports, kept: 'for good: identifiers and changes refer to it' },
});
