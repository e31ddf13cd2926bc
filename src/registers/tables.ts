import { declareTables, writtenByImports } from '../database/table.ts';

export const registerTables = declareTables({
  country: { rights: writtenByImports, kept: 'for good' },
  register: { rights: writtenByImports, kept: 'for good' },
  source_layout: { rights: writtenByImports, sequence: 'source_layout_id_seq', kept: 'for good: records refer to it' },
  import_run: { rights: writtenByImports, sequence: 'import_run_ordinal_seq', kept: 'for good: records refer to it' },
});
