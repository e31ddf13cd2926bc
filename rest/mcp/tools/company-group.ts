import { z } from 'zod';
import { Failure } from '../../../src/kernel/errors.ts';
import type { Operations } from '../../operations.generated.ts';
import { counted, id, page, pageOf, paging } from './shared.ts';
import { tool } from './tool.ts';

type Relation = Operations['mcpGroup']['data']['entityGroup']['children']['items'][number];

const member = z.object({
  lei: z.string(),
  name: z.string().optional(),
  country: z.string().optional(),
  id: z.string().optional(),
  status: z.string().optional(),
  percentage: z.number().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

const memberOf = ({ member: { lei, name, countryCode, entity }, percentage, from, to }: Relation): z.input<typeof member> => ({
  lei,
  name: entity?.canonicalName ?? name ?? undefined,
  country: entity?.countryCode ?? countryCode ?? undefined,
  id: entity?.id,
  status: entity?.status,
  percentage: percentage ?? undefined,
  from: from ?? undefined,
  to: to ?? undefined,
});

export const companyGroup = tool({
  name: 'company_group',
  title: 'Group of a company',
  description:
    'Parents and subsidiaries of a company, as GLEIF has them: who consolidates whom in accounts, not shareholders or ' +
    'directors. Only companies with an LEI have any: none found does not mean independent. A member with an `id` is in our ' +
    'registers.',
  input: z.strictObject({ id, ...paging }),
  output: z.object({
    lei: z.string().optional(),
    directParent: member.optional(),
    noDirectParent: z.array(z.string()).optional(),
    ultimateParent: member.optional(),
    noUltimateParent: z.array(z.string()).optional(),
    subsidiaries: z.object({ ...page, companies: z.array(member) }),
  }),
  documents: ['mcpGroup'],
  units: 1,
  async run({ id: company, page: requested, limit }, execute) {
    const { entityGroup: group } = await execute('mcpGroup', { id: company, page: requested, pageSize: limit });
    if (!group) throw new Failure('entity_not_found');
    const { lei, directParent, ultimateParent, noDirectParent, noUltimateParent, children } = group;
    const at = pageOf(children.meta);
    const companies = children.items.map(memberOf);
    const parent = (directParent ?? ultimateParent) ? 'It has a parent.' : 'No parent is known.';
    const known = `${parent} Subsidiaries: ${counted(companies.length, at, 'company', 'companies')}`;
    return {
      says: lei ? known : 'It has no LEI, so nothing is known of its group.',
      data: {
        lei: lei ?? undefined,
        directParent: directParent ? memberOf(directParent) : undefined,
        noDirectParent: noDirectParent ?? undefined,
        ultimateParent: ultimateParent ? memberOf(ultimateParent) : undefined,
        noUltimateParent: noUltimateParent ?? undefined,
        subsidiaries: { ...at, companies },
      },
    };
  },
});
