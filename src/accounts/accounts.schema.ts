import type { Account } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { operatorPage, pageOf, pagingArgs } from '../graphql/paging.schema.ts';
import { Failure } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';

/** Over how many days the requests are counted. */
const countedDays = 31;

declare module '../graphql/context.ts' {
  interface Services {
    /** The ids of the accounts of people with an e-mail address. */
    accountsOf(email: string): Promise<string[]>;
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
    requests: t.exposeFloat('requests', { description: `Answers of the last ${countedDays} days.` }),
  }),
});

builder.queryField('accounts', (t) =>
  t.field({
    type: operatorPage('AccountPage', AccountSummary),
    nullable: true,
    description: 'All accounts, newest first.',
    authScopes: { operator: true },
    args: {
      id: t.arg.id({ description: 'This account alone, for instance one that the log names.' }),
      email: t.arg.string({
        description: 'Only accounts of people with this e-mail address. Capital letters make no difference.',
      }),
      ...pagingArgs,
    },
    resolve: async (_root, { id, email, ...asked }, { services }) => {
      if (id != null && !isUuid(id)) throw new Failure('invalid_request', 'id: must be a UUID.');
      const found = email == null ? undefined : await services.accountsOf(email);
      const where = { ...(id != null && { id }), ...(found && { AND: { id: { in: found } } }) };
      const read = async (part: { skip: number; take: number }) => {
        const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
        const rows = await services.prisma.account.findMany({ where, select: shown, orderBy, ...part });
        const ids = rows.map((row) => row.id);
        const [keys, requests] = await Promise.all([services.apiKeys.countActive(ids), services.countRequests(ids, countedDays)]);
        return rows.map((row) => ({ ...row, apiKeys: keys.get(row.id) ?? 0, requests: requests.get(row.id) ?? 0 }));
      };
      return pageOf(asked, () => services.prisma.account.count({ where }), read);
    },
  }),
);
