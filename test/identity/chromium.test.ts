import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const executablePath = '/usr/bin/chromium';

describe.skipIf(!existsSync(executablePath))('in a real browser', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
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
    await signIn(page, '/graphql');
    const status = await page.evaluate(async () => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/graphql', { method: 'POST', headers, body: '{"query":"{ plans { id } }"}' })).status;
    });
    expect(status).toBe(200);
    await page.goto(`${service.url}/auth/logout`);
    expect(await hasSession(page)).toBe(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.url}/docs`);
    expect(await hasSession(page)).toBe(false);
  });

  test('it all works without scripts too', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page, '/auth/logout');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${service.url}/docs`);
    expect(await hasSession(page)).toBe(false);
  });

  test('a page of somebody else can neither use the session nor end it', async () => {
    const html = `<form method="post" action="${service.url}/auth/logout"><button>Win a prize</button></form>`;
    const elsewhere = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html));
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const page = await browser.newPage();
    await signIn(page, '/docs');
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
