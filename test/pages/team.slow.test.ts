import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardViews } from '../../rest/pages/dashboard-views.ts';
import { may, type Role } from '../../src/kernel/access/powers.ts';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn, visit } from '../support/browser/chromium.ts';
import { connect } from '../support/imports.ts';

const looks = [
  { viewport: { width: 390, height: 800 }, colorScheme: 'dark' },
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
] as const;

describe.skipIf(!hasChromium)('in a real browser, the people of an account', () => {
  let ground: PagesGround;
  beforeAll(async () => {
    ground = await pagesGround();
  });
  afterAll(() => ground.close());

  /** A person on a page of their dashboard. */
  async function person(name: string, path: string, look: (typeof looks)[number] = looks[1]) {
    const { page, mistakes, close } = await ground.open(look);
    await page.goto(`${ground.url}/auth/login?returnTo=${encodeURIComponent(path)}`);
    await signIn(page, `${name}@example.com`);
    await page.waitForURL(`${ground.url}${path}`);
    return { page, mistakes, close };
  }

  const linkFor = async (page: Page, role: Role): Promise<string> => {
    await page.locator('select[name=role]').selectOption(role);
    await press(page, 'Make a link');
    return (await page.locator('.secret code').textContent()) ?? '';
  };
  const accept = async (page: Page, link: string) => {
    await page.goto(link);
    await press(page, 'Join the account');
    await page.waitForURL(`${ground.url}/dashboard`);
  };
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const shownAccount = (page: Page) => page.locator('.switcher select');

  test.each(looks)('are invited, get roles, hand the account over, and leave, at $viewport.width', async (look) => {
    const [ada, bob] = [`ada${look.viewport.width}`, `bob${look.viewport.width}`];
    const owner = await person(ada, '/dashboard/members', look);
    const link = await linkFor(owner.page, 'member');
    await owner.page.getByRole('group', { name: 'Open invitations' }).waitFor();
    await expectSound(owner.page);

    // A second browser: the link is kept while the person signs in, and its token leaves the address.
    const guest = await ground.open(look);
    const sent: string[] = [];
    guest.page.on('request', (request) => sent.push(request.url()));
    await guest.page.goto(link);
    await guest.page.getByRole('link', { name: 'Sign in' }).first().click();
    await signIn(guest.page, `${bob}@example.com`);
    await guest.page.getByText(`${ada}@example.com`).waitFor();
    await guest.page.getByText('company data and own API keys').waitFor();
    expect(guest.page.url()).toBe(`${ground.url}/dashboard/join`);
    expect(sent.join()).not.toContain('cri_');
    await expectSound(guest.page);
    await press(guest.page, 'Join the account');
    await guest.page.waitForURL(`${ground.url}/dashboard`);
    await shownAccount(guest.page).waitFor();
    expect(await shownAccount(guest.page).locator('option:checked').textContent()).toBe(`${ada}@example.com (member)`);
    // A member sees the others, and can change nothing.
    await visit(guest.page, 'Members');
    await row(guest.page, ada).waitFor();
    expect(await guest.page.getByRole('button', { name: /Remove|Make a link/ }).count()).toBe(0);
    await expectSound(guest.page);
    // The link is used.
    await guest.page.goto(link);
    await guest.page.getByText('There is no such invitation').waitFor();

    await owner.page.reload();
    const role = owner.page.getByLabel(`Role of ${bob}`);
    await role.selectOption('admin');
    await expect.poll(() => role.inputValue()).toBe('admin');
    await guest.page.goto(`${ground.url}/dashboard/members`);
    await guest.page.getByRole('button', { name: 'Make a link' }).waitFor();

    // The last owner cannot leave. After the account is handed over, they can.
    await press(owner.page, /^Leave…/);
    await expectSound(owner.page);
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await owner.page.getByRole('alert').getByText('owner').first().waitFor();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await role.selectOption('owner');
    await expect.poll(() => role.inputValue()).toBe('owner');
    await press(owner.page, /^Leave…/);
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await owner.page.waitForURL(`${ground.url}/dashboard`);
    await visit(owner.page, 'Members');
    await owner.page.getByText('1 of 3 members').waitFor();
    expect(await row(owner.page, bob).count()).toBe(0);

    // The new owner invites and removes another person.
    await guest.page.reload();
    const third = await person(`cyd${look.viewport.width}`, '/dashboard', look);
    await accept(third.page, await linkFor(guest.page, 'billing'));
    await guest.page.reload();
    await press(guest.page, /^Remove… cyd/);
    await guest.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => row(guest.page, 'cyd').count()).toBe(0);
    // Who is removed goes on in the account that they made.
    await third.page.goto(`${ground.url}/dashboard/members`);
    await third.page.getByText('1 of 3 members').waitFor();
    for (const { mistakes, close } of [owner, guest, third]) {
      expect(mistakes).toEqual([]);
      await close();
    }
  });

  test('see in every view what their role may do, and a switch keeps the page', async () => {
    const owner = await person('ola', '/dashboard/members');
    const database = await connect(ground.databaseUrl);
    await database.query("UPDATE account SET plan = 'business' WHERE email = 'ola@example.com'");
    await database.end();
    const { page, mistakes, close } = await person('pia', '/dashboard');
    for (const role of ['member', 'billing', 'admin'] as const) {
      await accept(page, await linkFor(owner.page, role));
      await shownAccount(page).waitFor();
      for (const { path, title, power } of dashboardViews.filter(({ id }) => id !== 'operators')) {
        const link = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: title });
        expect(await link.count(), `${role}: ${title}`).toBe(may(role, power) ? 1 : 0);
        if (!may(role, power)) continue;
        await link.click();
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await page.locator('.loading').first().waitFor({ state: 'detached' });
        await page.waitForLoadState('networkidle');
        expect(await page.getByText(/insufficient_(role|scope)/).count(), path).toBe(0);
        const pays = await page.getByRole('button', { name: /^(Buy|Switch to|Open the customer)/ }).count();
        expect(pays > 0, `${role}: ${title}`).toBe(title === 'Plan and billing' && may(role, 'billing'));
      }
      // The explorer keeps its search over a switch. A view that the other role lacks is left.
      if (may(role, 'companies')) {
        await page.goto(`${ground.url}/dashboard/explorer?q=holding`);
        await shownAccount(page).selectOption('Your account');
        await page.waitForURL(/explorer\?q=holding/);
        await expect.poll(() => shownAccount(page).locator('option:checked').textContent()).toBe('Your account');
      } else {
        await shownAccount(page).selectOption('Your account');
        await page.waitForURL(`${ground.url}/dashboard/account`);
        await visit(page, 'API keys');
        await shownAccount(page).selectOption({ index: 1 });
        await page.waitForURL(`${ground.url}/dashboard`);
        await shownAccount(page).waitFor();
      }
      // A new tab begins with the account that was chosen last.
      const tab = await page.context().newPage();
      await tab.goto(`${ground.url}/dashboard`);
      await shownAccount(tab).waitFor();
      expect(await shownAccount(tab).inputValue()).toBe(await shownAccount(page).inputValue());
      await tab.close();
      await owner.page.reload();
      await press(owner.page, /^Remove… pia/);
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect.poll(() => row(owner.page, 'pia').count()).toBe(0);
    }
    for (const one of [mistakes, owner.mistakes]) expect(one).toEqual([]);
    await close();
    await owner.close();
  });

  test.each(looks)('make keys with less power, and see what is used of their share, at $viewport.width', async (look) => {
    const { page, mistakes, close } = await person(`kim${look.viewport.width}`, '/dashboard/keys', look);
    await page.getByLabel('Name').fill('partner');
    await page.getByText('Give it less power').click();
    await page.getByLabel('Everything, also what comes later').uncheck();
    for (const scope of ['changes:read', 'match', 'snapshots:read', 'watch:write']) await page.getByLabel(scope).uncheck();
    await page.getByLabel(/^Networks/).fill('127.0.0.0/8\n::1');
    await page.getByLabel('Requests a minute').fill('30');
    await page.getByLabel('Units a billing period').fill('4');
    await expectSound(page);
    await press(page, 'Create key');
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    const headers = { 'x-api-key': secret };
    expect((await fetch(`${ground.url}/api/v1/entities?q=holding`, { headers })).status).toBe(200);
    expect((await fetch(`${ground.url}/api/v1/changes`, { headers })).status).toBe(403);
    await page.reload();
    const share = page.getByRole('meter', { name: 'Used share of partner' });
    await share.waitFor();
    expect(await share.getAttribute('value')).toBe('1');
    await page.getByText('companies:read · 2 networks · 30 a minute · 4 a month').waitFor();
    await expectSound(page);
    await press(page, /^Change partner/);
    await page
      .getByRole('dialog')
      .getByLabel(/^Networks/)
      .fill('192.0.2.0/24');
    await page.getByRole('dialog').getByLabel('Units a billing period').fill('');
    await expectSound(page);
    await press(page, 'Save');
    await page.getByText('companies:read · one network · 30 a minute').waitFor();
    expect((await fetch(`${ground.url}/api/v1/entities?q=holding`, { headers })).status).toBe(403);
    expect(mistakes).toEqual([]);
    await close();
  });

  test('are sent back to their own account where the sign-in rules of another bar them, and others see that', async () => {
    const owner = await person('uma', '/dashboard/members');
    const { page, mistakes, close } = await person('vic', '/dashboard');
    await accept(page, await linkFor(owner.page, 'member'));
    const database = await connect(ground.databaseUrl);
    await database.query("UPDATE account SET required_issuer = 'https://login.acme.example' WHERE email = 'uma@example.com'");
    await database.query(`UPDATE membership SET barred = 'issuer'
      WHERE user_id = (SELECT id FROM user_profile WHERE email = 'vic@example.com') AND role = 'member'`);
    await database.end();
    await expect
      .poll(
        async () => {
          await page.goto(`${ground.url}/dashboard/members`);
          const own = page.getByText('1 of 3 members').waitFor({ timeout: 2_000 });
          return own.then(() => 'own', String);
        },
        { timeout: 60_000 },
      )
      .toBe('own');
    await shownAccount(page).waitFor();
    expect(await shownAccount(page).locator('option:disabled').textContent()).toBe('uma@example.com (you cannot get in)');
    await owner.page.reload();
    await row(owner.page, 'vic').getByText('Out: other issuer').waitFor();
    await expectSound(owner.page);
    expect(mistakes.filter((mistake) => !mistake.includes('status of 403'))).toEqual([]);
    await close();
    await owner.close();
  });

  test('send a request of the reference in the account that they chose', async () => {
    const owner = await person('rex', '/dashboard/members');
    const { page, mistakes, close } = await person('sam', '/dashboard');
    await accept(page, await linkFor(owner.page, 'member'));
    await page.goto(`${ground.url}/docs`);
    const form = page.locator('form.tryit[data-path="/api/v1/members"][data-method="GET"]');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('rex@example.com').first().waitFor();
    expect(mistakes).toEqual([]);
    await close();
    await owner.close();
  });
});
