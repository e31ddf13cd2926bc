import type { Account } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { operatorPage, pageOf, pagingArgs } from '../graphql/paging.schema.ts';
import { Failure } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';
import type { People } from './people.ts';

/** The requests of these days are counted. */
const countedDays = 31;

declare module '../graphql/context.ts' {
  interface Services {
    people: Pick<People, 'accountsOf'>;
    /** How many answers each account got in the last days. Metering provides it. */
    countRequests(accountIds: readonly string[], days: number): Promise<ReadonlyMap<string, number>>;
  }
}

/** The columns of an account that operators see: no names and no e-mail addresses. The log has the same ids. */
const shown = {
  id: true,
  createdAt: true,
  plan: true,
  billingStatus: true,
  periodEnd: true,
  cancelAtPeriodEnd: true,
} as const;

interface Summary extends Pick<Account, keyof typeof shown> {
  apiKeys: number;
  requests: number;
  members: number;
  alike: string[];
}

const AccountSummary = builder.objectRef<Summary>('AccountSummary').implement({
  description: 'An account as operators see it: without anything that names a person.',
  authScopes: { operator: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    plan: t.exposeString('plan'),
    billingStatus: t.exposeString('billingStatus', {
      description: "`none` without a subscription, else the payment provider's word.",
    }),
    currentPeriodEnd: t.expose('periodEnd', { type: 'DateTime', nullable: true }),
    cancelAtPeriodEnd: t.exposeBoolean('cancelAtPeriodEnd'),
    apiKeys: t.exposeInt('apiKeys', { description: 'How many keys are active.' }),
    members: t.exposeInt('members', { description: 'How many people are in it.' }),
    alike: t.exposeIDList('alike', {
      description:
        'The accounts that seem to be of one person, this one included: they share a meter, or the mailbox of who made them. ' +
        'Free accounts with one meter share one quota.',
    }),
    requests: t.exposeFloat('requests', { description: `Answers of the last ${countedDays} days.` }),
  }),
});

builder.queryField('accounts', (t) =>
  t.field({
    type: operatorPage('AccountPage', AccountSummary),
    nullable: true,
    description: 'All accounts, newest first.',
    args: {
      id: t.arg.id({ description: 'This account alone, for instance one that the log names.' }),
      email: t.arg.string({
        description: 'Only accounts of people with this e-mail address. Capital letters make no difference.',
      }),
      alikeTo: t.arg.id({ description: 'Only accounts that seem to be of the same person as this account.' }),
      ...pagingArgs,
    },
    resolve: async (_root, { id, email, alikeTo, ...page }, { services }) => {
      if (id != null && !isUuid(id)) throw new Failure('invalid_request', 'id: must be a UUID.');
      if (alikeTo != null && !isUuid(alikeTo)) throw new Failure('invalid_request', 'alikeTo: must be a UUID.');
      const found = email == null ? undefined : await services.people.accountsOf(email);
      const alike = alikeTo == null ? undefined : ((await services.members.peopleOf([alikeTo])).get(alikeTo)?.alike ?? []);
      const lists = [found, alike].filter((ids) => ids !== undefined);
      const where = { ...(id != null && { id }), AND: lists.map((ids) => ({ id: { in: ids } })) };
      const read = async (part: { skip: number; take: number }) => {
        const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
        const rows = await services.prisma.account.findMany({ where, select: shown, orderBy, ...part });
        const ids = rows.map((row) => row.id);
        const [keys, requests, people] = await Promise.all([
          services.apiKeys.countActive(ids),
          services.countRequests(ids, countedDays),
          services.members.peopleOf(ids),
        ]);
        return rows.map((row) => ({
          ...row,
          apiKeys: keys.get(row.id) ?? 0,
          requests: requests.get(row.id) ?? 0,
          ...(people.get(row.id) ?? { members: 0, alike: [row.id] }),
        }));
      };
      return pageOf(page, () => services.prisma.account.count({ where }), read);
    },
  }),
);
