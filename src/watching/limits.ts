import { pageRules } from '../companies/index.ts';
import type { Rule, TextRule } from '../kernel/rules.ts';
import { isUuid } from '../kernel/uuid.ts';

/** The maximum number of characters in the name of a list. An emoji counts as one. */
const longestName = 60;
const name: TextRule = {
  most: longestName,
  /** The name is trimmed before. PostgreSQL cannot store unpaired surrogates. */
  allows: (text) => text !== '' && [...text].length <= longestName && !/[\p{Cc}\p{Cs}]/u.test(text),
  message: `must have 1 to ${longestName} characters, none of them a control character`,
};

/** The most companies that one request adds, and the most that it removes. */
const mostIds = 500;
const ids: Rule<readonly string[]> & { most: number } = {
  most: mostIds,
  allows: (some) => some.length <= mostIds && some.every(isUuid),
  message: `must be up to ${mostIds} ids of records`,
};

export const watchRules = { name, add: ids, remove: ids, ...pageRules };
