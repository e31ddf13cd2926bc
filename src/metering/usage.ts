import type { PrismaClient } from '../database/client.ts';
import { noKey } from './tables.ts';

/** The number of answers with one class of status, to one key, on one day. */
export interface Answers {
  day: Date;
  /** Null: requests of a session. */
  keyId: string | null;
  keyName: string | null;
  statusClass: string;
  requests: number;
}

/** The answers to an account since a day, in order. */
export async function answersOf(prisma: PrismaClient, accountId: string, from: Date): Promise<Answers[]> {
  const day = new Date(from.toISOString().slice(0, 10));
  const rows = await prisma.dailyUsage.findMany({
    where: { accountId, day: { gte: day } },
    orderBy: [{ day: 'asc' }, { keyId: 'asc' }, { statusClass: 'asc' }],
  });
  // Only the keys that were used are read: an account may have made thousands.
  const used = [...new Set(rows.map(({ keyId }) => keyId))];
  const keys = await prisma.apiKey.findMany({ where: { accountId, id: { in: used } }, select: { id: true, name: true } });
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    day: row.day,
    keyId: row.keyId === noKey ? null : row.keyId,
    keyName: names.get(row.keyId) ?? null,
    statusClass: row.statusClass,
    requests: Number(row.requests),
  }));
}

/** Groups the answers by name. Gives the first of each group and the sum of its requests. */
export function sumBy(answers: Answers[], name: (one: Answers) => string): [first: Answers, requests: number][] {
  return [...Map.groupBy(answers, name)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => [group[0] as Answers, group.reduce((sum, { requests }) => sum + requests, 0)]);
}
