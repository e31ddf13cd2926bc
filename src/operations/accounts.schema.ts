import type { Account } from '../database/client.ts';
import { builder } from '../graphql/builder.ts';
import { Failure } from '../kernel/errors.ts';
import { isUuid } from '../kernel/uuid.ts';
import { type Page, pageLimits, pageOf } from './paging.ts';

/** Over how many days the requests are counted. */
const countedDays = 31;
const day = 86_400_000;

/** What operators see of an account: neither names nor e-mail addresses. The log has the same ids. */
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

const AccountPage = builder.objectRef<Page<Summary>>('AccountPage').implement({
  authScopes: { operator: true },
  fields: (t) => ({
    items: t.field({ type: [AccountSummary], resolve: ({ items }) => items }),
    meta: t.field({ type: 'PageMeta', resolve: (page) => page }),
  }),
});

builder.queryField('accounts', (t) =>
  t.field({
    type: AccountPage,
    nullable: true,
    description: 'All accounts, newest first.',
    authScopes: { operator: true },
    args: {
      id: t.arg.id({ description: 'This account alone, for instance one that the log names.' }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      pageSize: t.arg.int({ required: true, defaultValue: pageLimits.usual, description: `1 to ${pageLimits.most}.` }),
    },
    resolve: (_root, { id, ...asked }, { services: { prisma } }) => {
      if (id != null && !isUuid(id)) throw new Failure('invalid_request', 'id: must be a UUID.');
      const where = id == null ? {} : { id };
      const now = new Date();
      const active = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
      const read = async (part: { skip: number; take: number }) => {
        const rows = await prisma.account.findMany({
          where,
          select: { ...shown, _count: { select: { apiKeys: { where: active } } } },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          ...part,
        });
        const sums = await prisma.dailyUsage.groupBy({
          by: ['accountId'],
          where: { accountId: { in: rows.map((row) => row.id) }, day: { gt: new Date(now.getTime() - countedDays * day) } },
          _sum: { requests: true },
        });
        const requests = new Map(sums.map(({ accountId, _sum }) => [accountId, Number(_sum.requests ?? 0)]));
        return rows.map(({ _count, ...row }) => ({ ...row, apiKeys: _count.apiKeys, requests: requests.get(row.id) ?? 0 }));
      };
      return pageOf(asked, () => prisma.account.count({ where }), read);
    },
  }),
);
