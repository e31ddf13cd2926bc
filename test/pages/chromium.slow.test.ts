import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leiCsv, leiNumber, relationCsv } from '../../scripts/samples/gleif/golden-copy.ts';
import { importGleif } from '../../src/registers/gleif/import.ts';
import { samplesUrl } from '../../src/registers/import/sample-source.ts';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn, visit } from '../support/browser/chromium.ts';
import { connect } from '../support/imports.ts';

const makeKey = async (page: Page, url: string, name: string) => {
  await page.goto(`${url}/dashboard/keys`);
  await page.getByLabel('Name').fill(name);
  await press(page, 'Create key');
  await page.locator('.secret').waitFor();
};

/** Imports identifiers and relations. */
async function importGroup(databaseUrl: string, lei2: string, rr: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-group-'));
  const paths = [join(folder, 'lei2.csv'), join(folder, 'rr.csv')] as const;
  await writeFile(paths[0], lei2);
  await writeFile(paths[1], rr);
  await importGleif({ paths, samplesUrl, connect: () => connect(databaseUrl), now: () => new Date(), progress: () => {} });
  await rm(folder, { recursive: true });
}

describe.skipIf(!hasChromium)('in a real browser', () => {
  let ground: PagesGround;
  beforeAll(async () => {
    ground = await pagesGround();
  });
  afterAll(() => ground.close());

  test('a newcomer signs in, makes a key, calls with it, sees the call, buys, searches, and signs out', async () => {
    const { page, mistakes, close } = await ground.open();
    await page.goto(ground.url);
    await page.getByRole('link', { name: 'Sign in for free' }).click();
    await signIn(page, 'newcomer@example.com');
    await page.waitForURL(`${ground.url}/dashboard`);
    await page.getByText('No requests in the last 31 days').waitFor();

    await visit(page, 'API keys');
    await page.getByLabel('Name').fill('first');
    await press(page, 'Create key');
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    expect(secret).toMatch(/^crd_\w{38}$/);
    expect(await page.locator('.samples code').textContent()).toContain(secret);
    const called = await fetch(`${ground.url}/api/v1/entities?q=holding`, { headers: { 'x-api-key': secret } });
    expect(called.status).toBe(200);

    await visit(page, 'Overview');
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole('heading', { name: 'Requests by day' }).waitFor();
        return page.getByRole('slider', { name: /requests by day/ }).count();
      })
      .toBe(1);
    await page.getByText('As a table').click();
    expect(await page.getByRole('cell', { name: '1', exact: true }).first().isVisible()).toBe(true);

    await visit(page, 'Plan and billing');
    await press(page, 'Buy Pro');
    await press(page, 'Pay');
    await page.getByRole('link', { name: 'See your plan' }).click();
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole('region', { name: 'Plan Pro' }).getByText('Your plan').count();
      })
      .toBe(1);
    const isOn = (plan: string) =>
      expect
        .poll(async () => {
          await page.goto(`${ground.url}/dashboard/billing`);
          await page.getByText('Loading…').waitFor({ state: 'detached' });
          return page
            .getByRole('region', { name: `Plan ${plan}` })
            .getByText('Your plan')
            .count();
        })
        .toBe(1);
    for (const [choice, plan] of [
      ['Switch to business', 'Business'],
      ['Cancel now', 'Free'],
    ] as const) {
      await press(page, 'Open the customer portal');
      await press(page, choice);
      await page.getByRole('link', { name: 'Back to the service' }).click();
      await page.waitForURL(`${ground.url}/billing/returned`);
      await isOn(plan);
    }

    await visit(page, 'Explorer');
    await page.getByLabel(/^Name, or part/).fill('holdings');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^\d+ records$/ }).waitFor();
    expect(await page.locator('.samples code').first().textContent()).toContain('/api/v1/entities?q=holdings');
    await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Active' }).click();
    await page.waitForURL(/status=active/);
    await page.locator('.rows .badge.insolvent').first().waitFor({ state: 'detached' });
    const first = page.getByRole('group', { name: 'Records' }).getByRole('link').first();
    const name = (await first.textContent()) ?? '';
    await first.click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.getByText('No changes since the first import').waitFor();
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    expect(await page.title()).toBe(`${name} · Company Registry`);
    await page.getByText('Source row, as published').click();
    expect(await page.getByText('CompanyName', { exact: true }).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Back to the results' }).click();
    await page.waitForURL(/status=active/);

    await visit(page, 'Registers');
    await press(page, /^Show/);
    await page.getByText('The first import of United Kingdom').waitFor();
    await press(page, /^List snapshots/);
    await page.getByText('No snapshots yet').waitFor();

    await visit(page, 'API keys');
    await press(page, 'Revoke first');
    await press(page, 'Revoke the key');
    await page.getByText('No keys yet.').waitFor();
    expect(await page.locator('.secret').count()).toBe(0);
    await press(page, 'Sign out');
    await page.waitForURL(`${ground.url}/`);
    expect(mistakes).toEqual([]);
    await close();
  });

  test('every page is sound, on a desk in the light and on a phone in the dark', async () => {
    const { page, mistakes, close } = await ground.open();
    const sound = async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await expectSound(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      // Colours and sizes are all that differs there, and of the reference the first operations show them.
      await page.locator('article.operation:nth-of-type(n + 9)').evaluateAll((more) => more.map((one) => one.remove()));
      await expectSound(page, ['color-contrast', 'target-size', 'scrollable-region-focusable', 'landmark-unique']);
    };
    await page.goto(`${ground.url}/dashboard`);
    await sound();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await sound();
    await signIn(page, 'reader@example.com');
    await page.waitForURL(`${ground.url}/dashboard`);
    for (const view of [
      '',
      '/keys',
      '/explorer',
      '/explorer?q=holding&sort=-registeredAt',
      '/explorer?status=foo',
      '/usage',
      '/requests',
      '/registers',
      '/billing',
      '/security',
      '/account',
      '/operators',
    ]) {
      await page.goto(`${ground.url}/dashboard${view}`);
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
      await sound();
    }
    for (const path of [
      '/?q=holding',
      '/docs',
      '/docs/errors',
      '/docs/find?q=key',
      '/docs/metering',
      '/docs/identifiers',
      '/docs/changelog',
      '/status',
      '/account-deleted',
      '/auth/logout',
      '/nothing',
      '/billing/paid',
    ]) {
      await page.goto(ground.url + path);
      await sound();
    }
    expect(mistakes).toEqual([]);
    await close();
  });

  test('GraphiQL is sound too, in each scheme', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, mistakes, close } = await ground.open({ colorScheme });
      await page.goto(`${ground.url}/auth/login?returnTo=/graphql`);
      await signIn(page, 'curious@example.com');
      await page.locator('.graphiql-tab[role="listitem"]').waitFor();
      await page.getByText('canonicalName').first().waitFor();
      await expectSound(page);
      expect(mistakes).toEqual([]);
      await close();
    }
  });

  test('requests can be tried on the reference, with a key made there, also on a full plan', async () => {
    const { page, mistakes, close } = await ground.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${ground.url}/docs`);
    await press(page, 'Create a key for one hour');
    await page.locator('#key-note').getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'tinkerer@example.com');
    await page.waitForURL(`${ground.url}/docs`);
    await makeKey(page, ground.url, 'production');
    await page.goto(`${ground.url}/docs`);
    // The second one takes the place of the first.
    for (const _time of [1, 2]) {
      await page.reload();
      await press(page, 'Create a key for one hour');
      await page.getByText('The key was created').waitFor();
    }
    await page.reload();
    await page.locator('#searchEntities').getByText('Python', { exact: true }).click();
    await page.reload();
    await page.locator('#searchEntities').getByText('company_registry').waitFor();
    await page.locator('#searchEntities .samples').getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('company_registry');
    const operation = page.locator('#searchEntities');
    await operation.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => operation.locator('form').textContent()).toMatch(/200 OK.*"canonicalName"/s);
    await page.goto(`${ground.url}/dashboard/keys`);
    await page.getByText('1 of 1 keys used (Free plan)').waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    expect(await page.locator('.samples').count()).toBe(0);
    expect(mistakes).toEqual([]);
    await close();
  });

  test('a rotated pair counts once, the old key cannot be rotated again, and a revoked one leaves no secret behind', async () => {
    const { page, mistakes, close } = await ground.open({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/keys`);
    await signIn(page, 'rotator@example.com');
    await makeKey(page, ground.url, 'production');
    await press(page, 'Rotate production');
    await page
      .getByRole('dialog')
      .getByText(/crd_\w+…, created on/)
      .waitFor();
    await press(page, 'Create the new key');
    await page.getByText('Replaced, ends').waitFor();
    await page.getByText('1 of 1 keys used (Free plan)').waitFor();
    expect(await page.getByRole('button', { name: 'Rotate production' }).count()).toBe(1);
    const table = page.getByRole('group', { name: 'Active keys' });
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const button of await table.getByRole('button').all()) {
      const { x = -1, width = 0 } = (await button.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    }
    await expectSound(page);
    await press(page, 'Rotate production');
    await page.getByText('ends this one at once').waitFor();
    await press(page, 'Create the new key');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    await page
      .getByRole('row', { name: new RegExp(secret.slice(0, 12)) })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await press(page, 'Revoke the key');
    await page.locator('.secret').waitFor({ state: 'detached' });
    await visit(page, 'Overview');
    await page.getByText('YOUR_API_KEY').waitFor();
    await visit(page, 'Sessions and log');
    await page
      .getByRole('row', { name: /Api key revoked|API key revoked/ })
      .getByText('“production”')
      .waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test('an account that is deleted is told so', async () => {
    const { page, close } = await ground.open();
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/account`);
    await signIn(page, 'leaver@example.com');
    await press(page, 'Delete the account…');
    await page.getByLabel(/^Type/).fill('leaver@example.com');
    await page.getByRole('button', { name: 'Delete the account', exact: true }).click();
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    await close();
  });

  test('the explorer by keyboard alone: suggestions, pages, sorting and the record keep the focus', async () => {
    const { page, mistakes, close } = await ground.open();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/explorer`);
    await signIn(page, 'explorer@example.com');
    await page.getByRole('checkbox', { name: /^Suggest/ }).check();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: /^Name, or part/ });
    await page.keyboard.type('holding');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await expectSound(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const marked = page.getByRole('listbox').getByRole('option', { selected: true });
    expect(await field.getAttribute('aria-activedescendant')).toBe(await marked.getAttribute('id'));
    const name = (await marked.evaluate((option) => option.firstChild?.textContent))?.trim() ?? '';
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name, exact: true }).waitFor();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('s');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    expect([await page.getByRole('listbox').count(), await field.inputValue()]).toEqual([0, 'holdings']);
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=holdings/);
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.fill('group shaizebon');
    await page.getByRole('option', { name: /^KRAIDEAGRALT .* by its other name SHAIZEBON GROUP LIMITED$/ }).waitFor();
    await expectSound(page);

    await page.goto(`${ground.url}/dashboard/explorer?q=holding&pageSize=10`);
    const next = page.getByRole('button', { name: 'Next' });
    const [, pages = ''] = /of (\d+)/.exec((await page.getByText(/^Page 1 of/).textContent()) ?? '') ?? [];
    for (let place = 2; place <= Number(pages); place++) {
      await next.press('Enter');
      await page.getByText(`Page ${place} of ${pages}`).waitFor();
    }
    expect(await focused()).toBe('Next');
    await page.getByRole('button', { name: 'Registered' }).press('Enter');
    await page
      .getByRole('columnheader', { name: 'Registered', exact: false })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor();
    expect(await focused()).toContain('Registered');
    const countries = page.getByText('Country: any');
    await countries.press('Enter');
    await page.getByRole('checkbox', { name: 'United Kingdom' }).press('Space');
    await page.getByRole('button', { name: 'Apply filters' }).press('Enter');
    await page.waitForURL(/country=GB/);
    expect(await focused()).toBe('Apply filters');
    await page.goto(`${ground.url}/dashboard/explorer?countries=GB,NO`);
    await page.getByText('Country: United Kingdom, Norway').press('Enter');
    expect(await page.getByRole('checkbox', { name: 'Norway' }).isChecked()).toBe(true);
    await expectSound(page);
    await page.getByRole('checkbox', { name: 'Norway' }).press('Space');
    await page.getByRole('button', { name: 'Apply filters' }).press('Enter');
    await page.waitForURL(/country=GB/);
    await page.getByRole('link', { name: 'Remove Country: United Kingdom' }).waitFor();
    expect(await focused()).toBe('Apply filters');

    await page.goto(`${ground.url}/dashboard/explorer?q=holding&page=300`);
    await page.getByText('There is no page 300').waitFor();
    await page.goto(`${ground.url}/dashboard/explorer?status=foo`);
    await page.getByText('Status must be one of').waitFor();
    await page.goto(`${ground.url}/dashboard/explorer?q=holding`);
    await page.getByRole('button', { name: 'Registered' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Registered' }).click();
    await page.getByRole('link', { name: 'Sign in again' }).first().click();
    await signIn(page, 'explorer@example.com');
    await page.waitForURL(/explorer\?q=holding&sort=-registeredAt/);
    expect(mistakes).toEqual([]);
    await close();
  });

  test('the group of a company is a tree: from a child to its parent, to a sister and to its owner outside', async () => {
    const client = new pg.Client(ground.databaseUrl);
    await client.connect();
    const { rows } = await client.query('SELECT id, number, canonical_name AS name FROM entity ORDER BY id LIMIT 3');
    await client.end();
    const [parent, child, sister] = rows.map(({ id, name }) => ({ id, name }));
    const leis = rows.map(({ number, name }, place) => ({
      lei: leiNumber(place),
      name,
      number,
      authority: 'RA000585',
      country: 'GB',
    }));
    const owner = { lei: leiNumber(9), name: 'Crane Holding Inc', country: 'US' };
    const relations = [
      { child: leiNumber(1), parent: leiNumber(0), percentage: 75.5 },
      { child: leiNumber(2), parent: leiNumber(0) },
      { child: leiNumber(0), parent: owner.lei },
    ];
    await importGroup(ground.databaseUrl, leiCsv([...leis, owner]), relationCsv(relations));
    const { page, mistakes, close } = await ground.open();
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/explorer/${child?.id}`);
    await signIn(page, 'group@example.com');
    await page.getByRole('heading', { level: 1, name: child?.name, exact: true }).waitFor();
    const group = page.getByRole('region', { name: 'Group' });
    await group.getByText('direct parent, 75.5 %').waitFor();
    await expectSound(page);
    await group.getByRole('link', { name: parent?.name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: parent?.name, exact: true }).waitFor();
    await group.getByText('Crane Holding Inc').waitFor();
    expect(await group.getByRole('link').allTextContents()).toEqual([child?.name, sister?.name]);
    await group.getByRole('link', { name: sister?.name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: sister?.name, exact: true }).waitFor();
    await group.getByRole('link', { name: parent?.name, exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: parent?.name, exact: true }).waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });

  test('by keyboard alone: skip to the content, open a dialog, leave it by Escape', async () => {
    const { page, close } = await ground.open();
    await page.goto(`${ground.url}/auth/login`);
    await signIn(page, 'keyboard@example.com');
    await page.waitForURL(`${ground.url}/dashboard`);
    await page.locator('nav [aria-current]').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await visit(page, 'Account');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    const leave = page.getByRole('button', { name: 'Delete the account…' });
    await leave.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('button', { name: 'Delete the account', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await leave.evaluate((button) => button === document.activeElement)).toBe(true);
    await close();
  });

  test('on a phone the link of the current view is in sight, and Tab begins at the top all the same', async () => {
    const { page, close } = await ground.open({ viewport: { width: 360, height: 740 } });
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/account`);
    await signIn(page, 'phone@example.com');
    const current = page.locator('nav [aria-current]');
    expect(await current.textContent()).toBe('Account');
    const { x = -1, width = 0 } = (await current.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await close();
  });
});
