import { declareTables, writtenByService } from '../database/table.ts';

export const changeTables = declareTables({
  // The importing role withdraws snapshots when it erases something of a record.
  snapshot: {
    rights: { ...writtenByService, importing: ['SELECT', 'DELETE'] },
    kept: 'until there are two newer ones of the country',
  },
});
