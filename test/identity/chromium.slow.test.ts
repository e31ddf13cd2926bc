import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../support/browser/chromium.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.skipIf(!hasChromium)('in a real browser', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await service.stop();
  });

  const signIn = async (page: Page, returnTo: string) => {
    await page.goto(`${service.url}/auth/login?returnTo=${returnTo}`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(service.url + returnTo);
  };
  const hasSession = async (page: Page) => (await page.context().cookies()).some(({ name }) => name === 'session');

  test('somebody signs in, works with the session, and signs out', async () => {
    const page = await browser.newPage();
    await signIn(page, '/docs/errors');
    const status = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/graphql', { method: 'POST', headers, body: '{"query":"{ plans { id } }"}' })).status;
    });
    expect(status).toBe(200);
    await page.goto(`${service.url}/auth/logout`);
    expect(await hasSession(page)).toBe(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.url}/`);
    expect(await hasSession(page)).toBe(false);
  });

  test('a copy of the cookie is worth nothing once its owner has signed out', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, '/docs/errors');
    const { value = '' } = (await context.cookies()).find(({ name }) => name === 'session') ?? {};
    const useCopy = async () =>
      (await fetch(`${service.url}/api/v1/sessions`, { headers: { cookie: `session=${value}` } })).status;
    expect(await useCopy()).toBe(200);
    await page.goto(`${service.url}/auth/logout`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.url}/`);
    expect(await useCopy()).toBe(401);
    await context.close();
  });

  test('in two tabs the sign-in that began last ends well, and both tabs then have its session', async () => {
    const context = await browser.newContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) await page.goto(`${service.url}/auth/login?returnTo=/docs/errors`);
    const submit = async (page: Page, email: string) => {
      await page.getByLabel('E-mail address').fill(email);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await submit(first, 'ada@example.com');
    await first.waitForURL(/\/auth\/callback/);
    expect(await first.textContent('body')).toContain('invalid_request');
    await submit(second, 'grace@example.com');
    await second.waitForURL(`${service.url}/docs/errors`);
    await first.goto(`${service.url}/api/v1/auth/me`);
    expect(await first.textContent('body')).toContain('grace@example.com');
    await context.close();
  });

  test('it all works without scripts too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page, '/auth/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.url}/`);
    expect(await hasSession(page)).toBe(false);
  });

  test('a page of somebody else can neither use the session nor end it', async () => {
    const html = `<form method="post" action="${service.url}/auth/logout"><button>Win a prize</button></form>`;
    const elsewhere = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html));
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const page = await browser.newPage();
    await signIn(page, '/docs/errors');
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
    await page.getByRole('button').click();
    await page.waitForURL(`${service.url}/auth/logout`);
    expect(await page.textContent('body')).toContain('invalid_session');
    expect(await hasSession(page)).toBe(true);
    await page.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
  });
});
