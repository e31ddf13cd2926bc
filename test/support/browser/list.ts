import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';

const sample = readFileSync(
  new URL('../../../src/registers/countries/gb/sample/BasicCompanyDataAsOneFile-2026-11-01.csv', import.meta.url),
  'utf8',
);
/** Companies of the sample whose names have two words and a legal form. */
export const listedNames = [...sample.matchAll(/^"([A-Z]+ [A-Z]+) (?:LTD|LIMITED)"/gm)].map(([, name = '']) => name).slice(0, 58);

/** A list of 60 queries: one name is unknown, one is repeated, one is missing. */
export const pastedList = `Ref;Company;Land
${listedNames.map((name, row) => `${row + 1};${name};UK`).join('\n')}
59;=Zzzzz Wwwww;GB
60;Qqqqq Xxxxx;GB
61;;GB
62;${listedNames[5]};GB`;

/**
 * Makes the first row doubtful between two companies, and holds back the answer to the second batch. Returns how many batches
 * were sent.
 */
export async function meddleWithMatches(page: Page): Promise<() => number> {
  let batches = 0;
  const meddle = async (route: Route) => {
    if (!route.request().postData()?.includes('MatchInput')) return route.continue();
    batches += 1;
    if (batches === 2) return;
    const response = await route.fetch();
    if (batches > 2) return route.fulfill({ response });
    const { data } = await response.json();
    const [first, second] = data.match;
    first.results = [{ ...first.results[0], match: false, score: 0.6 }, second.results[0]];
    return route.fulfill({ response, json: { data } });
  };
  await page.route('**/graphql', meddle);
  return () => batches;
}
