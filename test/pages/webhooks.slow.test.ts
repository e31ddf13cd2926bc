import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raise } from '../../src/alerts/index.ts';
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
import { expectMessage } from '../support/contract.ts';
import { connect, importNextSample } from '../support/imports.ts';
import { type Received, startReceiver } from '../support/servers/receiver.ts';

const schemes = [
  { name: 'desk', viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const },
  { name: 'dark desk', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' as const },
  { name: 'dark phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
];

describe.skipIf(!hasChromium)('webhooks and alerts in a real browser', () => {
  let ground: PagesGround;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    ground = await pagesGround();
    receiver = await startReceiver();
  });
  afterAll(async () => {
    receiver.close();
    await ground.close();
  });

  /** Runs a statement on the database of the service. */
  async function query(text: string, values: unknown[]): Promise<{ id: string }[]> {
    const client = await connect(ground.databaseUrl);
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }
  const verified = (secret: string, { text, headers }: Received) =>
    new Webhook(secret).verify(text, headers as Record<string, string>);
  const shownSecret = async (page: Page, before = '') => {
    await expect.poll(() => page.locator('.secret code').textContent()).not.toBe(before);
    return (await page.locator('.secret code').textContent()) ?? '';
  };
  const outcome = (page: Page, text: string) => page.getByText(`The message was sent: ${text}.`).waitFor();

  test.each(
    schemes,
  )('an endpoint is made, tested, changed, rotated, replayed, enabled and deleted on a $name', async (scheme) => {
    const { name, ...options } = scheme;
    const own = name.replace(' ', '-');
    const path = `/${own}?${'long'.repeat(50)}`;
    const { page, mistakes, close } = await ground.open(options);
    const shot = (what: string) => picture(page, `webhooks-${what}-${own}`);
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/watching`);
    await signIn(page, `hooks-${own}@example.com`);
    await page.getByLabel('Name').fill('suppliers');
    await press(page, 'Create list');
    await page.getByRole('link', { name: 'suppliers' }).waitFor();

    await visit(page, 'Webhooks');
    await page.getByText('0 of 1 endpoint used').waitFor();
    await page.getByLabel('Address').fill('http://receiver.example.com/');
    await press(page, 'Create endpoint');
    await page.getByText('url: must be an https address').waitFor();
    await page.getByLabel('Address').fill(receiver.url + path);
    await page.getByText('Choose messages and lists').click();
    await page.getByLabel('Description').fill('For the buyers');
    await page.getByLabel('alerts').uncheck();
    await page.getByLabel('All, also later ones').uncheck();
    await page.getByLabel('suppliers').waitFor();
    await expectSound(page);
    await shot('create');
    await press(page, 'Create endpoint');
    const secret = await shownSecret(page);
    expect(secret).toMatch(/^whsec_/);
    await page.getByText('changes of watch lists (suppliers)').waitFor();
    await page.getByText('All endpoints of your plan are in use.').waitFor();
    await expectSound(page);
    await shot('list');

    await page.getByRole('link', { name: receiver.url + path }).click();
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    await page.getByText('Nothing was sent in the last 30 days.').waitFor();
    await press(page, 'Send a test');
    await outcome(page, 'delivered 204');
    expect(verified(secret, receiver.at(path)[0] as Received)).toMatchObject({ type: 'endpoint.test' });

    await press(page, 'Change…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('alerts').check();
    await expectSound(page);
    await shot('change');
    await press(page, 'Save');
    await page.getByText('changes of watch lists (suppliers), alerts').waitFor();

    await press(page, 'Rotate secret…');
    await dialog.getByLabel('The old secret ends').selectOption('in a week');
    await shot('rotate');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const second = await shownSecret(page, secret);
    await page.getByText('two, the older one until').waitFor();

    await press(page, 'Replay a list…');
    await expectSound(page);
    await shot('replay');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => receiver.at(path).length).toBe(2);
    await outcome(page, 'delivered 204');
    const replayed = receiver.at(path)[1] as Received;
    expect(replayed.body).toMatchObject({ type: 'watch_list.changed', data: { count: 0 } });
    for (const one of [secret, second]) expect(verified(one, replayed)).toBeTruthy();
    await page
      .getByRole('button', { name: /^Send again/ })
      .first()
      .click();
    await expect.poll(() => receiver.at(path).length).toBe(3);
    await outcome(page, 'delivered 204');
    await page
      .getByRole('button', { name: /^From here/ })
      .first()
      .click();
    expect(await dialog.getByLabel('Cursor').inputValue()).toBe(replayed.body.data.since);
    await page.keyboard.press('Escape');

    // Two secrets sign, so a third one ends both at once.
    await press(page, 'Rotate secret…');
    await dialog.getByText('ends both of them at once').waitFor();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const third = await shownSecret(page, second);
    receiver.react(path, 410);
    await press(page, 'Send a test');
    await outcome(page, 'gone 410');
    expect(() => verified(second, receiver.at(path).at(-1) as Received)).toThrow();
    expect(verified(third, receiver.at(path).at(-1) as Received)).toBeTruthy();
    await page.getByText('it answered 410. What happens meanwhile').waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true);
    await expectSound(page);
    await shot('disabled');
    receiver.react(path, 204);
    await press(page, 'Enable');
    await page.getByText('works', { exact: true }).waitFor();

    // More than a page of deliveries.
    await query(
      `INSERT INTO webhook_delivery (endpoint_id, message_id, type, subject, data, attempt, milliseconds, outcome, status, at)
       SELECT id, gen_random_uuid(), 'alert.raised', 'quota_80', '{"kind":"quota_80","alertId":"1","since":"1","count":1}', n,
         1200, CASE WHEN n % 2 = 0 THEN 'timeout' ELSE 'failed' END, CASE WHEN n % 2 = 1 THEN 503 END, now() - n * interval '1 hour'
       FROM webhook_endpoint, generate_series(1, 30) AS n WHERE url = $1`,
      [receiver.url + path],
    );
    await press(page, 'Refresh');
    await page.getByText('no answer in time').first().waitFor();
    await expectSound(page);
    await shot('deliveries');
    await press(page, 'Older');
    await page.getByText('alert: quota 80, attempt 30').waitFor();
    await press(page, 'Newer');
    await page.getByText('a test', { exact: true }).first().waitFor();

    await page.reload();
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    expect(await page.locator('.secret').count(), 'a secret is shown once').toBe(0);
    expect(await page.content()).not.toContain(third);
    await press(page, 'Delete…');
    await press(page, 'Delete the endpoint');
    await page.getByText('There is no such endpoint.').waitFor();
    await page.getByRole('link', { name: 'All endpoints' }).click();
    await page.getByText('No endpoints yet.').waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test('a record and a search that are watched reach the receiver after an import, and the dashboard shows it', async () => {
    const { page, mistakes, close } = await ground.open({ viewport: { width: 390, height: 844 } });
    const email = 'buyer@example.com';
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/webhooks`);
    await signIn(page, email);
    await page.getByText('0 of 1 endpoint used').waitFor();
    await query("UPDATE account SET plan = 'pro' FROM user_profile WHERE account_id = account.id AND user_profile.email = $1", [
      email,
    ]);
    await page.getByLabel('Address').fill(`${receiver.url}/watched`);
    await press(page, 'Create endpoint');
    const secret = await shownSecret(page);
    await visit(page, 'Explorer');
    await page.getByLabel(/^Name, or part/).fill('recruitment');
    await page.keyboard.press('Enter');
    await press(page, 'Watch this search…');
    await page.getByLabel('New list').fill('agencies');
    await press(page, 'Create list');
    await page.getByRole('dialog').getByRole('link', { name: 'agencies' }).waitFor();
    await press(page, 'Close');
    const first = page.getByRole('group', { name: 'Records' }).getByRole('link').first();
    const company = (await first.textContent()) ?? '';
    await first.click();
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await press(page, 'Watch…');
    await page.getByLabel('New list').fill('suppliers');
    await press(page, 'Create list');
    await page.getByText('1 company added to').waitFor();
    await importNextSample(ground.databaseUrl, 'gb', (text) => text.replace(company, `NOVA ${company}`));
    await expect.poll(() => receiver.at('/watched').length, { timeout: 60_000 }).toBe(2);
    for (const message of receiver.at('/watched')) {
      expectMessage(message.body);
      expect(verified(secret, message)).toMatchObject({ type: 'watch_list.changed', data: { count: 1 } });
    }
    await page.goto(`${ground.url}/dashboard/webhooks`);
    await page.getByRole('link', { name: `${receiver.url}/watched` }).click();
    for (const list of ['agencies', 'suppliers']) await page.getByText(`1 change of ${list}`).waitFor();
    await expectSound(page);
    await visit(page, 'Watch lists');
    await page.getByRole('link', { name: 'suppliers' }).click();
    await page
      .getByRole('link', { name: `NOVA ${company}` })
      .first()
      .waitFor();
    await expectSound(page);
    expect(mistakes).toEqual([]);
    await close();
  });

  test.each(schemes)('alerts are counted, read and chosen on a $name', async ({ name, ...options }) => {
    const { page, mistakes, close } = await ground.open(options);
    const email = `alerts-${name.replace(' ', '-')}@example.com`;
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/alerts`);
    await signIn(page, email);
    await page.getByText('Nothing happened in the last 90 days').waitFor();
    await expectSound(page);
    const [{ id = '' } = {}] = await query('SELECT account_id AS id FROM user_profile WHERE email = $1', [email]);
    const client = await connect(ground.databaseUrl);
    for (let n = 0; n < 25; n++)
      await raise(client, { accountId: id, kind: 'endpoint_disabled', key: `${n}`, data: { endpointId: id } });
    await raise(client, { accountId: id, kind: 'quota_80', key: '1', data: { used: 800, limit: 1000, periodStart: '' } });
    await client.end();
    await page.reload();
    const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Alerts (26)' });
    await link.waitFor();
    await page.getByText('800 of 1,000 units').waitFor();
    await expectSound(page);
    await picture(page, `alerts-${name.replace(' ', '-')}`);
    await press(page, 'Show older alerts');
    await expect.poll(() => page.getByRole('link', { name: 'A webhook endpoint was disabled' }).count()).toBe(25);
    await press(page, 'Mark all 26 as read');
    await link.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('new', { exact: true }).count()).toBe(0);
    const box = page.getByRole('checkbox', { name: 'A new API key was made' });
    await box.focus();
    await page.keyboard.press('Space');
    expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect
      .poll(() =>
        query('SELECT user_id AS id FROM alert_reader WHERE $1 = ANY (without_mail) AND account_id = $2', ['key_created', id]),
      )
      .toHaveLength(1);
    await page.reload();
    expect(await box.isChecked()).toBe(false);
    await page.getByRole('link', { name: 'A webhook endpoint was disabled' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });
});
