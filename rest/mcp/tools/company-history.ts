import { z } from 'zod';
import { Failure } from '../../../src/kernel/errors.ts';
import { change, changeOf, counted, id, page, pageOf, paging } from './shared.ts';
import { tool } from './tool.ts';

export const companyHistory = tool({
  name: 'company_history',
  title: 'History of a company',
  description:
    'What changed in the record of a company since this service has it, newest first: name, status, address and more. ' +
    'No entry is no proof that nothing changed before: former names are in get_company.',
  input: z.strictObject({ id, ...paging }),
  output: z.object({ ...page, changes: z.array(change) }),
  documents: ['mcpHistory'],
  units: 1,
  async run({ id: company, page: requested, limit }, execute) {
    const { entityHistory } = await execute('mcpHistory', { id: company, page: requested, pageSize: limit });
    if (!entityHistory) throw new Failure('entity_not_found');
    const at = pageOf(entityHistory.meta);
    const changes = entityHistory.items.map(changeOf);
    return { says: counted(changes.length, at, 'entry', 'entries'), data: { ...at, changes } };
  },
});
