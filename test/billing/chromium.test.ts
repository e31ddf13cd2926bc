import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalProvider } from '../../src/billing/local-provider/server.ts';
import { startTestService, type TestService } from '../support/service.ts';

const executablePath = '/usr/bin/chromium';

describe.skipIf(!existsSync(executablePath))('in a real browser', () => {
  let provider: LocalProvider;
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    provider = await LocalProvider.start();
    service = await startTestService({ payments: provider.settings });
    provider.deliverTo(`${service.url}/api/v1/billing/webhook`);
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await service.stop();
    await provider.close();
  });

  /** As the dashboard asks: by the cookie of the session alone. */
  const ask = (page: Page, method: 'GET' | 'POST', path: string, body?: object) =>
    page.evaluate(
      async ([verb, address, text]) => {
        const headers = { 'content-type': 'application/json' };
        return (await (await fetch(`/api/v1${address}`, { method: verb, headers, ...(text && { body: text }) })).json()).data;
      },
      [method, path, body && JSON.stringify(body)] as const,
    );
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  test('somebody signs in, buys a plan, switches it and ends it', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/auth/login?returnTo=/billing/returned`);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await press(page, 'Sign in');
    await page.waitForURL(`${service.url}/billing/returned`);
    const expectPlan = (id: string) => expect.poll(async () => (await ask(page, 'GET', '/account')).plan.id).toBe(id);
    await expectPlan('free');

    await page.goto((await ask(page, 'POST', '/billing/checkout', { plan: 'pro' })).url);
    await press(page, 'Pay');
    await page.waitForURL(`${service.url}/billing/paid`);
    await expectPlan('pro');

    const back = async () => {
      await page.getByRole('link', { name: 'Back to the service' }).click();
      await page.waitForURL(`${service.url}/billing/returned`);
    };
    await page.goto((await ask(page, 'POST', '/billing/portal')).url);
    await press(page, 'Switch to business');
    await back();
    await expectPlan('business');
    await page.goto((await ask(page, 'POST', '/billing/portal')).url);
    await press(page, 'Cancel now');
    await back();
    await expectPlan('free');
    await page.close();
  });
});
