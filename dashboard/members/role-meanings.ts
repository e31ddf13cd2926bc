import type { Role } from '../../src/kernel/access/powers.ts';

/** What each role may do, in few words. The guide has the whole table. */
export const roleMeanings: Record<Role, string> = {
  owner: 'everything',
  admin: 'everything but owners, export and erasure',
  member: 'company data and own API keys',
  billing: 'plan and payment',
};
