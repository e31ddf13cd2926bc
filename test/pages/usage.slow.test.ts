import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectSound,
  hasChromium,
  type PagesGround,
  pagesGround,
  picture,
  press,
  signIn,
  visit,
} from '../support/browser/chromium.ts';
import { connect } from '../support/imports.ts';

/** Requests of the last days, as if they had been recorded. */
async function invent(databaseUrl: string, email: string): Promise<void> {
  const client = await connect(databaseUrl);
  const { rows } = await client.query('SELECT account_id AS id FROM user_profile WHERE email = $1', [email]);
  const answers = `SELECT $1::uuid AS account, day, key.id AS key, status,
      (30 + 25 * sin(extract(epoch FROM day) / 86400) + length(status))::int * CASE WHEN status = '2xx' THEN 9 ELSE 1 END AS requests
    FROM generate_series(date_trunc('day', now(), 'UTC') - interval '60 days', date_trunc('day', now(), 'UTC'), '1 day') AS day,
      (SELECT id FROM api_key WHERE account_id = $1 LIMIT 1) AS key, (VALUES ('2xx'), ('4xx')) AS given (status)`;
  await client.query(
    `INSERT INTO daily_usage SELECT account, (day AT TIME ZONE 'UTC')::date, key, status, requests FROM (${answers}) AS answer
     ON CONFLICT DO NOTHING`,
    [rows[0].id],
  );
  await client.query(
    `INSERT INTO request_statistic
     SELECT account, 'day', day, key, operation, status, requests / 2, CASE WHEN status = '2xx' THEN 12 ELSE 0 END,
       '{0,0,0,9,20,7,3,1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0}'
     FROM (${answers}) AS answer, (VALUES ('/api/v1/entities'), ('/api/v1/entities/{id}')) AS asked (operation)
     ON CONFLICT DO NOTHING`,
    [rows[0].id],
  );
  await client.query(
    `INSERT INTO period_usage SELECT $1, date_trunc('month', now(), 'UTC'), sum(units) FROM request_statistic
     WHERE account_id = $1 AND start >= date_trunc('month', now(), 'UTC')
     ON CONFLICT (account_id, period_start) DO UPDATE SET used = excluded.used`,
    [rows[0].id],
  );
  await client.end();
}

const email = 'analyst@example.com';

describe.skipIf(!hasChromium)('usage and requests in a real browser', () => {
  let ground: PagesGround;
  let secret: string;
  beforeAll(async () => {
    ground = await pagesGround();
    const { page, close } = await ground.open();
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/keys`);
    await signIn(page, email);
    await page.waitForURL(`${ground.url}/dashboard/keys`);
    await page.getByLabel('Name').fill('production');
    await press(page, 'Create key');
    secret = (await page.locator('.secret code').textContent()) ?? '';
    await close();
    await invent(ground.databaseUrl, email);
  });
  afterAll(() => ground.close());

  const ask = (path: string) => fetch(`${ground.url}/api/v1${path}`, { headers: { 'x-api-key': secret } });

  test.each([
    { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
    { name: 'desk', viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const },
  ])('on a $name', async ({ name, ...options }) => {
    const { page, mistakes, close } = await ground.open(options);
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard`);
    await signIn(page, email);
    await page.getByRole('slider').waitFor();
    await expectSound(page);
    await picture(page, `overview-${name}`);

    await visit(page, 'Usage');
    const chart = page.getByRole('slider');
    await chart.waitFor();
    const today = await chart.getAttribute('aria-valuetext');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    const yesterday = await chart.getAttribute('aria-valuetext');
    expect(yesterday).toMatch(/^\d+ \w+: [\d,]+ answered \(2xx\), [\d,]+ refused \(4xx\), median /);
    expect(yesterday).not.toBe(today);
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuenow')).toBe('0');
    await page
      .getByText(/^At the pace of the last 7 days|it (ends on|lasts)/)
      .first()
      .waitFor();
    await page.getByLabel(/Compare with/).check();
    await page.getByText(/% compared with/).waitFor();
    await expectSound(page);
    await picture(page, `usage-${name}`);
    for (const choice of ['operation', 'key', '24 hours', '7 days by hour', '90 days']) {
      await press(page, choice);
      await expectSound(page, ['color-contrast', 'aria-required-attr', 'target-size']);
      await picture(page, `usage-${choice}-${name}`);
    }
    const download = page.waitForEvent('download');
    await press(page, 'Download as CSV');
    const stream = await (await download).createReadStream();
    const text = (await stream.toArray()).join('');
    expect(text).toMatch(/^start \(UTC\),key,key id,operation,status,requests,units\r\n20/);
    expect(text).toContain(',production,');

    await visit(page, 'Request log');
    const asked = await ask('/entities?q=Ada&pageSize=1000');
    const requestId = asked.headers.get('x-request-id') ?? '';
    const row = page.getByRole('button', { name: 'GET /api/v1/entities?q=Ada&pageSize=1000' }).first();
    // It comes by itself.
    await row.waitFor();
    await ask('/countries');
    await expectSound(page);
    await picture(page, `requests-${name}`);
    await row.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('pageSize: must be').waitFor();
    await expectSound(page);
    await picture(page, `request-${name}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByLabel('Status').selectOption('2xx');
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Clear filters' }).first().click();
    await page.getByLabel('Request id').fill(requestId);
    // What is typed stays while the log is refreshed.
    await page.waitForResponse(`${ground.url}/graphql`);
    await page.waitForResponse(`${ground.url}/graphql`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${ground.url}/dashboard/requests?requestId=${requestId}`);
    await expect.poll(() => page.locator('.log-rows tbody tr').count()).toBe(1);
    await page.goBack();
    await expect.poll(() => page.locator('.log-rows tbody tr').count()).toBeGreaterThan(1);
    expect(mistakes).toEqual([]);
    await close();
  });
});
