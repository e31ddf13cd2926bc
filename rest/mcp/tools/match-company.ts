import { z } from 'zod';
import { filterRules } from '../../../src/company/limits.ts';
import { matchRules } from '../../../src/matching/index.ts';
import { country, number, summary, summaryOf, text } from './shared.ts';
import { tool } from './tool.ts';

const { query } = matchRules;
const limit = { usual: 3, most: 10 };

export const matchCompany = tool({
  name: 'match_company',
  title: 'Match a company',
  description:
    'Which company a name means, even misspelt, abbreviated, outdated or in another script. Use it first when the user names ' +
    'a company; add all that is known of it. `match` true: certain enough. Otherwise ask the user which is meant, do not guess.',
  input: z.strictObject({
    name: text({ ...query.name, most: 300 }),
    country: country.optional(),
    number: text(filterRules.number).optional(),
    lei: text(filterRules.lei).optional(),
    legalForm: text(query.legalForm).optional(),
    registeredAt: text(query.registeredAt).optional().describe('Day, month or year.'),
    postalCode: text(query.postalCode).optional(),
    locality: text(query.locality).optional(),
    limit: number({ least: 1, most: limit.most, message: `must be a whole number from 1 to ${limit.most}` }).default(limit.usual),
  }),
  output: z.object({
    candidates: z.array(z.object({ score: z.number(), match: z.boolean(), reasons: z.array(z.string()), company: summary })),
  }),
  documents: ['mcpMatch'],
  units: 1,
  async run({ limit: most, ...known }, execute) {
    const { match } = await execute('mcpMatch', { input: { queries: [known], limit: most } });
    const candidates = (match[0]?.results ?? []).map((result) => ({
      score: result.score,
      match: result.match,
      reasons: result.features.slice(0, 6).map(({ explanation }) => explanation),
      company: summaryOf({
        ...result.entity,
        matchedName: result.matchedName.kind === 'current' ? null : result.matchedName.name,
      }),
    }));
    const certain = candidates.filter(({ match: isMatch }) => isMatch).length;
    const found = `${candidates.length} ${candidates.length === 1 ? 'candidate' : 'candidates'}.`;
    const next =
      certain > 0 ? 'The match is certain enough: get_company with its id.' : 'None is certain: ask, or add what is known.';
    return { says: candidates.length > 0 ? `${found} ${next}` : `${found} No served register has it.`, data: { candidates } };
  },
});
