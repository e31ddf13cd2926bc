import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { leastDoubtful } from '../dashboard/list/answers.ts';
import { mostRows } from '../dashboard/list/read-csv.ts';
import { batchLimit, jsonLimit } from '../rest/edge/body.ts';
import { edgeLimits } from '../rest/edge/edge-limits.ts';
import { shown } from '../rest/pages/front-page.ts';
import { receivePaymentEvent } from '../rest/routes/account/billing.ts';
import { returnPauseHours } from '../src/accounts/deletions.ts';
import { auditRules, idempotencyHours, keyRules, maxKeyYears } from '../src/accounts/limits.ts';
import { plans } from '../src/accounts/plan.ts';
import { operationLimits } from '../src/api/operation-limits.ts';
import { providerLimitMs } from '../src/billing/provider.ts';
import { paidPlans } from '../src/billing/subscription.ts';
import { entriesCost, snapshotCost } from '../src/changes/costs.ts';
import { changeTypes, feedRules } from '../src/changes/feed.ts';
import { waitLimits } from '../src/changes/long-polls.ts';
import { longestPostalCode } from '../src/company/address-key.ts';
import { facetRules, filterRules, pageRules, suggestionRules } from '../src/company/limits.ts';
import { activityTypes, facetNames, searchedNames, searchModes, sortNames, statuses } from '../src/company/values.ts';
import { environment } from '../src/config/environment.ts';
import { failuresPerMinute, signInsPerMinute } from '../src/identity/network-limits.ts';
import { maxOpenSessions, sessionLifeSeconds } from '../src/identity/session-records.ts';
import { transactionLifeSeconds } from '../src/identity/sign-in.ts';
import { maxExportedRows } from '../src/leaving/export.ts';
import { matchRules } from '../src/matching/index.ts';
import { sessionLimits } from '../src/metering/session-limits.ts';
import { visitorSearchesPerMinute } from '../src/metering/visitor-limit.ts';
import { hoursKept, logRules, mostLogged } from '../src/requests/limits.ts';
import { hitLimits } from '../src/watching/limits.ts';
import { workLimits } from '../src/webhooks/delivery/limits.ts';
import { testsPerMinute } from '../src/webhooks/limits.ts';

/* A rule is written in its feature. Forms, routes and guides must say the same, and have no copy. */

const root = new URL('../', import.meta.url);
const filesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8');

describe('dashboard, routes and pages', () => {
  const doors = ['dashboard', 'rest/page', 'rest/pages', 'rest/reference', 'rest/routes']
    .flatMap(filesIn)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated') && !file.includes('/dist/'));
  const linesWith = (pattern: RegExp) =>
    doors.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
    );

  test('have no limits of their own', () => {
    expect(linesWith(/\b(?:max|min)(?:Length|length)?(?:=[{"]|: |\()(?![01]\b)\d/)).toEqual([]);
  });

  test.each(
    Object.entries({ statuses, activityTypes, facetNames, searchedNames, searchModes, sortNames, changeTypes, paidPlans }),
  )('have no copy of %s', (_name, values: readonly string[]) => {
    const any = values.map((value) => `'${value}'`).join('|');
    expect(linesWith(new RegExp(`(?:${any}),? (?:\\| )?(?:${any})`))).toEqual([]);
  });
});

const number = (value: number) => value.toLocaleString('en-GB');
const some = (values: readonly string[]) => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
const quoted = (values: readonly string[], usual?: string) =>
  some(values.map((value) => `\`${value}\`${value === usual ? ' (default)' : ''}`));
const seconds = (milliseconds: number) => `${milliseconds / 1_000} seconds`;
const days = (setting: keyof typeof environment.shape) => environment.shape[setting].parse(undefined);
const { page, pageSize } = pageRules;
const [hour, minute] = [3_600, 60];

/** What the guides say, with the numbers of the rules. */
const facts: Record<string, string[]> = {
  searching: [
    `or a whole number; at most ${filterRules.q.most} characters`,
    quoted(statuses),
    quoted(activityTypes, 'unlicensed'),
    `a whole number of the record, at most ${filterRules.number.most} characters`,
    `\`legalForm\` and \`activity\` have at most ${filterRules.legalForm.most} characters`,
    `\`activityScheme\` has ${filterRules.activityScheme.most}.`,
    `It has 1 to ${longestPostalCode} letters and digits`,
    `at most ${filterRules.locality.most} characters. ## Letters`,
    quoted(sortNames, 'name'),
    quoted(searchModes, 'fragment'),
    quoted(searchedNames, 'current'),
    `from ${page.least} (default) to ${number(page.most)}; from ${pageSize.least} to ${pageSize.most} (default ${pageSize.usual})`,
    `&size=${facetRules.size.usual} &facets=${facetNames.join(',')}`,
    `\`size\` (${facetRules.size.least} to ${facetRules.size.most}, default ${facetRules.size.usual})`,
    `from ${suggestionRules.limit.least} to ${suggestionRules.limit.most}, by default ${suggestionRules.limit.usual}`,
  ],
  changes: [
    `\`limit\` is ${feedRules.limit.least} to ${number(feedRules.limit.most)} (${feedRules.limit.usual})`,
    `one unit for each ${entriesCost.each?.count} entries begun`,
    `one for each ${number(snapshotCost.each?.count ?? 0)} records begun`,
    `waits up to ${waitLimits.seconds} seconds for something new`,
    `and ${waitLimits.ofAll} on an instance`,
    `for ${days('RETENTION_CHANGES_DAYS')} days (\`RETENTION_CHANGES_DAYS\`)`,
  ],
  accounts: [
    `at most ${maxOpenSessions} open sessions`,
    `good for ${sessionLifeSeconds / hour} hours`,
    `good for ${transactionLifeSeconds / minute} minutes`,
    `From one address ${signInsPerMinute} sign-ins may begin in a minute`,
    `in the future, within ${maxKeyYears} years`,
    `for the overlap: up to ${keyRules.overlapSeconds.most / hour / 24} days`,
    `The same request of the account within ${idempotencyHours} hours`,
    `The first ${failuresPerMinute} failed credentials`,
    `up to ${auditRules.limit.most} entries (\`limit\`, default ${auditRules.limit.usual})`,
    `at most its newest ${number(maxExportedRows)} rows`,
    `can come back ${returnPauseHours} hours after the last return`,
    `| payment events, ids of erased customers | ${days('RETENTION_PAYMENT_EVENTS_DAYS')} |`,
    `| usage by day and by period | ${days('RETENTION_USAGE_DAYS')} |`,
    `| revoked and expired keys | ${days('RETENTION_REVOKED_KEYS_DAYS')} |`,
    `| audit entries | ${days('RETENTION_AUDIT_DAYS')} |`,
    `has the last ${number(mostLogged)} requests of the account`,
    `up to ${logRules.limit.most} requests (\`limit\`, default ${logRules.limit.usual})`,
    `| request log | ${days('RETENTION_REQUEST_LOG_DAYS')} |`,
    `| statistics of requests by hour | ${hoursKept} |`,
    `| sessions | ${days('RETENTION_SESSIONS_DAYS')} | the end of their ${sessionLifeSeconds / hour} hours |`,
  ],
  limits: [
    ...plans.map(
      ({ id, requestsPerMinute, monthlyRequests, maxApiKeys, maxWatchLists, monthlyPriceEur, ...plan }) =>
        `| \`${id}\` | ${number(requestsPerMinute)} | ${number(monthlyRequests)} | ${maxApiKeys} | ${number(maxWatchLists)} | ` +
        `${number(plan.maxWatchedCompanies)} | ${plan.maxWebhookEndpoints} | ${monthlyPriceEur} EUR |`,
    ),
    `that is not public | ${sessionLimits.requests}, or those of the plan`,
    `counts none | ${sessionLimits.keys} |`,
    `| checkouts | ${sessionLimits.checkout} |`,
    `| visits to the portal | ${sessionLimits.portal} |`,
    `exports of the account | ${sessionLimits.changes} |`,
  ],
  matching: [
    `Send up to ${matchRules.maxQueries} names in one request`,
    `An account has ${matchRules.underWay} requests under way at a time`,
    `${matchRules.waiting} more wait`,
    `no answer within ${seconds(edgeLimits.answer)}`,
  ],
  lists: [
    `up to ${number(mostRows)} rows, in UTF-8`,
    `It asks for ${matchRules.maxQueries} rows at a time`,
    `no candidate has a score of ${leastDoubtful} or more`,
  ],
  webhooks: [
    `one test under way, of whatever endpoint, and ${testsPerMinute} a minute`,
    `at most ${workLimits.proven} endpoints at a time, and to ${workLimits.doubtful} more`,
    `an account has at most ${workLimits.perAccount}, and ever fewer`,
  ],
  watching: [`an account with more than ${hitLimits.filtersTogether} filters`],
  graphql: [
    `| tokens | ${number(operationLimits.tokens)} |`,
    `wherever it is spread | ${operationLimits.fields} |`,
    `| aliases | ${operationLimits.aliases} |`,
    `| directives | ${operationLimits.directives} |`,
    `introspection included | ${operationLimits.depth} |`,
    `parts of records | ${number(operationLimits.reads)} |`,
    `text argument | ${number(operationLimits.text)} |`,
    `bytes of the answer | ${number(operationLimits.bytes)} |`,
  ],
  requests: [
    `A body may have ${jsonLimit / 1_000} kB, that of a match or of GraphQL ${batchLimit / 1_000} kB, the webhook's ${(receivePaymentEvent.input?.raw?.limit ?? 0) / 1e6} MB`,
    `Headers must arrive within ${seconds(edgeLimits.headers)}, a body within ${seconds(edgeLimits.body)} after them`,
    `Every request is answered within ${seconds(edgeLimits.answer)}`,
    `after ${seconds(edgeLimits.idle)} without a request, or ${seconds(edgeLimits.stalled)} after the client`,
    `keeps up to ${number(edgeLimits.connections)}`,
    `fails, refuses, or takes over ${seconds(providerLimitMs)} is 503`,
    `an address may try ${visitorSearchesPerMinute} searches a minute. It sees the first ${shown} records`,
  ],
};

describe('the guides say what the rules are', () => {
  const guides = filesIn('docs').filter((file) => file.endsWith('.md'));
  const text = guides.map(textOf).join('\n').replaceAll(/\s+/g, ' ');
  test.each(Object.keys(facts))('of %s', (subject) => {
    expect(facts[subject]?.filter((fact) => !text.includes(fact))).toEqual([]);
  });
});

test('the contract says what the rules are', () => {
  const contract = textOf('openapi.json');
  for (const fact of [
    `Entries are kept for ${days('RETENTION_AUDIT_DAYS')} days`,
    `newest first, kept for ${days('RETENTION_REQUEST_LOG_DAYS')} days.`,
    `it is one for each ${entriesCost.each?.count} entries begun`,
  ])
    expect(contract).toContain(fact);
});
