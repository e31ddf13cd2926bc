import { sql } from '../database/sql.ts';
import { declareTables, maintainedByImports, writtenByImports } from '../database/table.ts';

export const intakeTables = declareTables({
  country: { rights: writtenByImports, kept: 'for good' },
  register: { rights: writtenByImports, kept: 'for good' },
  source_layout: { rights: writtenByImports, sequence: 'source_layout_id_seq', kept: 'for good: records refer to it' },
  import_run: { rights: writtenByImports, sequence: 'import_run_ordinal_seq', kept: 'for good: records refer to it' },
  import_failure: {
    // The service adds killed imports and deletes old rows.
    rights: { serving: ['SELECT', 'INSERT', 'DELETE'], importing: ['SELECT', 'INSERT'] },
    kept: { days: 90, key: 'id', where: 'at < $1' },
  },
  running_import: {
    rights: { serving: ['SELECT', 'DELETE'], importing: ['SELECT', 'INSERT', 'DELETE'] },
    kept: 'until its import ends',
  },
  entity: { rights: maintainedByImports, kept: 'until its register no longer has it' },
  tombstone: { rights: writtenByImports, kept: 'until its register has the company again' },
  activity: { rights: writtenByImports, sequence: 'activity_id_seq', kept: 'for good: records refer to it' },
  legal_form: { rights: writtenByImports, sequence: 'legal_form_id_seq', kept: 'for good: the search refers to it' },
  legal_form_label: { rights: writtenByImports, kept: 'for good: facets refer to it' },
  data_version: { rights: writtenByImports, kept: 'for good: it is one row' },
  change_set: { rights: writtenByImports, kept: 'for good: it is one row for each import' },
  change: {
    rights: writtenByImports,
    functions: { serving: 'drop_change_months(TIMESTAMPTZ)', importing: 'make_change_month(TIMESTAMPTZ)' },
    // Changes are partitioned by month, because dropping a partition is fast.
    kept: { days: 'changes', drop: sql<{ dropped: number }>`SELECT drop_change_months($1) AS dropped` },
  },
  erasure: { rights: writtenByImports, kept: 'for good: the next import must not bring back what was erased' },
});
