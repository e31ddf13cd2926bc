import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalProvider } from '../../src/local-payments/server.ts';
import { importSamples } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { pathOf } from '../support/suite/programs.ts';

const executablePath = pathOf('chromium') ?? '';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  axe: { run(options: { resultTypes: string[]; runOnly?: string[] }): Promise<AxeResults> };
}

describe.skipIf(!executablePath)('in a real browser', () => {
  let provider: LocalProvider;
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    provider = await LocalProvider.start();
    service = await startTestService({ localPayments: provider, env: { OPERATORS: 'reader@example.com' } });
    provider.deliverTo(`${service.url}/api/v1/billing/webhook`);
    await importSamples(service.databaseUrl, 'gb');
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await service.stop();
    await provider.close();
  });

  /** A page whose mistakes are collected: scripts that fail, what the policy stops, requests to other hosts. */
  async function open(options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    // In some browsers Tab goes on from what was scrolled into view. Here it always does.
    await context.addInitScript(() => {
      const { scrollIntoView } = Element.prototype;
      Element.prototype.scrollIntoView = function (this: HTMLElement, ...words) {
        scrollIntoView.apply(this, words);
        this.focus({ preventScroll: true });
        this.blur();
      };
    });
    const page = await context.newPage();
    const mistakes: string[] = [];
    page.on('pageerror', (error) => mistakes.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !/status of (401|404|409)/.test(text)) mistakes.push(text);
    });
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (origin !== service.url) mistakes.push(request.url());
    });
    return { page, mistakes, close: () => context.close() };
  }

  const signIn = async (page: Page, email: string) => {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const visit = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name }).click();

  /** What axe finds serious, and whether the page is wider than its window. The debugger runs it, so the policy stays. */
  async function expectSound(page: Page, rules?: string[]): Promise<void> {
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
    const { violations } = await page.evaluate(
      (runOnly) => (globalThis as unknown as Axe).axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) }),
      rules,
    );
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const told = serious.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
    expect(told, page.url()).toEqual([]);
    const [content, window] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth] as const;
    });
    expect(content, `${page.url()} is wider than its window`).toBeLessThanOrEqual(window);
  }

  test('a newcomer signs in, makes a key, calls with it, sees the call, buys, searches, and signs out', async () => {
    const { page, mistakes, close } = await open();
    await page.goto(service.url);
    await page.getByRole('link', { name: 'Sign in, it is free' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'newcomer@example.com');
    await page.waitForURL(`${service.url}/dashboard`);
    await page.getByText('No requests in the last 31 days').waitFor();

    await visit(page, 'API keys');
    await page.getByLabel('Name').fill('first');
    await press(page, 'Make the key');
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    expect(secret).toMatch(/^crd_\w{38}$/);
    expect(await page.locator('.samples code').textContent()).toContain(secret);
    const called = await fetch(`${service.url}/api/v1/entities?q=holding`, { headers: { 'x-api-key': secret } });
    expect(called.status).toBe(200);

    await visit(page, 'Overview');
    await expect
      .poll(async () => {
        await press(page, '7');
        await press(page, '31');
        return page.getByRole('img', { name: /requests in 31 days/ }).count();
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
          await page.goto(`${service.url}/dashboard/billing`);
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
      await page.waitForURL(`${service.url}/billing/returned`);
      await isOn(plan);
    }

    await visit(page, 'Explorer');
    await page.getByLabel(/^Name, or a part/).fill('holdings');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^\d+ records$/ }).waitFor();
    expect(await page.locator('.samples code').first().textContent()).toContain('/api/v1/entities?q=holdings');
    await press(page, /^Break these/);
    await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Active' }).click();
    await page.waitForURL(/status=active/);
    await page.locator('.rows .badge.insolvent').first().waitFor({ state: 'detached' });
    const first = page.getByRole('region', { name: 'Records' }).getByRole('link').first();
    const name = (await first.textContent()) ?? '';
    await first.click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    expect(await page.getByText('CompanyName', { exact: true }).isVisible()).toBe(true);
    await page.getByText('It is as it was first imported').waitFor();
    await page.goBack();
    await page.waitForURL(/status=active/);

    await visit(page, 'Registers');
    await press(page, /^Show/);
    await page.getByText('The first import of United Kingdom').waitFor();
    await press(page, /^List the snapshots/);
    await page.getByText('None was made yet').waitFor();

    await visit(page, 'API keys');
    await press(page, 'Revoke first');
    await press(page, 'Revoke the key');
    await page.getByText('None yet.').waitFor();
    await press(page, 'Sign out');
    await page.waitForURL(`${service.url}/`);
    expect(mistakes).toEqual([]);
    await close();
  }, 180_000);

  test('every page is sound, on a desk in the light and on a phone in the dark', async () => {
    const { page, mistakes, close } = await open();
    const sound = async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await expectSound(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'dark' });
      // Colours and sizes are all that differs there, and of the reference the first operations show them.
      await page.locator('.operation:nth-of-type(n + 9)').evaluateAll((more) => more.map((one) => one.remove()));
      await expectSound(page, ['color-contrast', 'target-size']);
    };
    await page.goto(`${service.url}/dashboard`);
    await sound();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await sound();
    await signIn(page, 'reader@example.com');
    await page.waitForURL(`${service.url}/dashboard`);
    for (const view of [
      '',
      '/keys',
      '/explorer?q=holding&sort=-registeredAt',
      '/registers',
      '/billing',
      '/security',
      '/account',
      '/operators',
    ]) {
      await page.goto(`${service.url}/dashboard${view}`);
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
      await sound();
    }
    for (const path of [
      '/?q=holding',
      '/docs',
      '/docs/errors',
      '/docs/search?q=key',
      '/auth/logout',
      '/nothing',
      '/billing/paid',
    ]) {
      await page.goto(service.url + path);
      await sound();
    }
    expect(mistakes).toEqual([]);
    await close();
  }, 180_000);

  test('requests can be tried on the reference, with a key made there', async () => {
    const { page, mistakes, close } = await open();
    await page.goto(`${service.url}/docs`);
    await press(page, 'Make a key for an hour');
    await page.locator('#key-note').getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'tinkerer@example.com');
    await page.waitForURL(`${service.url}/docs`);
    await press(page, 'Make a key for an hour');
    await page.getByText('The key is made').waitFor();
    await page.reload();
    const operation = page.locator('#searchEntities');
    await operation.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => operation.locator('form pre').textContent()).toMatch(/200 OK.*"canonicalName"/s);
    expect(mistakes).toEqual([]);
    await close();
  });

  test('by keyboard alone: skip to the content, open a dialog, leave it by Escape', async () => {
    const { page, close } = await open();
    await page.goto(`${service.url}/auth/login`);
    await signIn(page, 'keyboard@example.com');
    await page.waitForURL(`${service.url}/dashboard`);
    await page.locator('nav [aria-current]').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await visit(page, 'Account');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    const leave = page.getByRole('button', { name: 'Delete the account…' });
    await leave.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('button', { name: 'Delete it for good' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await leave.evaluate((button) => button === document.activeElement)).toBe(true);
    await close();
  });

  test('on a phone the link of the current view is in sight, and Tab begins at the top all the same', async () => {
    const { page, close } = await open({ viewport: { width: 360, height: 740 } });
    await page.goto(`${service.url}/auth/login?returnTo=/dashboard/account`);
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
