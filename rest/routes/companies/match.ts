import { z } from 'zod';
import { matchRules } from '../../../src/matching/index.ts';
import { batchLimit } from '../../edge/body.ts';
import { countOf, from } from '../../route/envelope.ts';
import { route } from '../../route/route.ts';
import { summaryFragment } from './entities.ts';
import { exampleBritish } from './entity-lookup.ts';

const { maxQueries, maxExcluded, limit, threshold, cost } = matchRules;
const text = (meta: Record<string, unknown> = {}) => z.string().optional().meta(meta);

const query = z.strictObject({
  key: text({ description: 'Your own name for the query. The answer has it too.' }),
  name: z.string().meta({ minLength: 1, maxLength: matchRules.query.name.most }),
  country: text(),
  number: text(),
  lei: text(),
  legalForm: text(),
  registeredAt: text({ description: 'A day, a month or a year: `2004-09`.' }),
  postalCode: text(),
  locality: text(),
});
const queries = z
  .array(query)
  .min(1, `must have 1 to ${maxQueries} queries`)
  .max(maxQueries, `must have 1 to ${maxQueries} queries`);

/** A company of the sample data. */
const exampleQuery = { key: 'row 1', name: 'Kriadeagralt Recruitmnt Ltd', country: 'GB' };
const exampleData = [
  {
    key: 'row 1',
    results: [
      {
        score: 0.8887,
        match: true,
        matchedName: { name: 'KRAIDEAGRALT RECRUITMENT LIMITED', kind: 'current' },
        features: [
          {
            ...{ id: 'word', score: 0.937, weight: 0.6667 },
            explanation: '`kriadeagralt` stands against `kraideagralt`: 1 letter.',
          },
          { id: 'word', score: 0.9306, weight: 0.3333, explanation: '`recruitmnt` stands against `recruitment`: 1 letter.' },
          { id: 'spelling', score: 0.1324, weight: -0.5, explanation: 'Words are spelt differently.' },
          { id: 'country', score: 1, weight: 0.02, explanation: 'The country `GB` is the same.' },
        ],
        entity: exampleBritish,
      },
    ],
  },
];

export const matchCompanies = route({
  operationId: 'matchCompanies',
  method: 'post',
  path: '/match',
  tag: 'Registry',
  summary: 'Match names with companies',
  description:
    `Finds the companies that up to ${maxQueries} names mean: misspelt, abbreviated, outdated or in another script. What else is ` +
    'known of a company helps to tell it from others. Each result has a score from 0 to 1, and the reasons for it. It costs ' +
    'a unit for each query; where the quota has fewer left, the request is refused as a whole.',
  access: 'apiKey',
  input: {
    bodyLimit: batchLimit,
    body: z
      .strictObject({
        queries,
        limit: z.number(limit.message).refine(limit.allows, limit.message).optional().meta({
          minimum: limit.least,
          maximum: limit.most,
          default: limit.usual,
          description: 'How many results each query has at most.',
        }),
        threshold: z
          .number(threshold.message)
          .optional()
          .meta({ minimum: 0, maximum: 1, default: threshold.usual, description: 'From this score on, `match` may be true.' }),
        exclude: z
          .array(z.string())
          .max(maxExcluded, `must have at most ${maxExcluded} ids`)
          .optional()
          .meta({ description: 'The ids of records that are not wanted as results.' }),
      })
      .meta({ examples: [{ queries: [exampleQuery], limit: 1 }] }),
  },
  document: `query ($input: MatchInput!) {
    match(input: $input) {
      key results { score match matchedName { name kind } features { id score weight explanation } entity { ...EntitySummary } }
    }
  } ${summaryFragment}`,
  variables: ({ body }) => ({ input: body }),
  answers: {
    200: {
      description: 'What was found, query by query.',
      body: { data: from('match'), meta: { count: countOf('match') } },
      example: { data: exampleData, meta: { count: 1 } },
    },
  },
  cost: { ...cost, asked: ({ body }) => body.queries.length },
  cacheControl: 'no-store',
});
