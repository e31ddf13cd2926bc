import { pageRules } from '../companies/index.ts';
import { givenName, type Rule } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';

/** The most companies that one request adds, and the most that it removes. */
const mostIds = 500;
const ids: Rule<readonly string[]> & { most: number } = {
  most: mostIds,
  allows: (some) => some.length <= mostIds && some.every(isUuid),
  message: `must be up to ${mostIds} ids of records`,
};

export const watchRules = { name: givenName(60), add: ids, remove: ids, ...pageRules };
