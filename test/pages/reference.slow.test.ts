import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn } from '../support/browser/chromium.ts';
import { contract } from '../support/contract.ts';

interface Listed {
  operationId: string;
  responses: object;
  parameters?: { name: string; in: string }[];
}

const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods as unknown as Record<string, Listed>).map(([method, operation]) => ({ path, method, ...operation })),
);
const send = (operation: Locator) => operation.getByRole('button', { name: /^Send/ }).click();
const outcomeOf = (operation: Locator) => operation.locator('.outcome .badge').textContent();

describe.skipIf(!hasChromium)('the reference in a real browser', () => {
  let ground: PagesGround;
  beforeAll(async () => {
    ground = await pagesGround();
  });
  afterAll(() => ground.close());

  /** The reference, with a session and a key. */
  async function openSignedIn(email: string, options: Parameters<PagesGround['open']>[0] = {}) {
    const opened = await ground.open(options);
    const { page } = opened;
    await page.goto(`${ground.url}/auth/login?returnTo=/docs`);
    await signIn(page, email);
    await page.waitForURL(`${ground.url}/docs`);
    await press(page, 'Create a key for one hour');
    await page.getByText('The key was created').waitFor();
    return opened;
  }

  /** Puts something into the required fields that are empty. */
  const fillIn = async (operation: Locator) => {
    for (const field of await operation.locator('form input[required]').all())
      if ((await field.inputValue()) === '') await field.fill('5f0c954e-28f5-4f3c-9f0a-0d6f3d0f0c11');
  };

  test('every operation can be tried, and those that change something ask first', async () => {
    const { page, close } = await openSignedIn('everything@example.com');
    // What ends the session or the account comes last.
    const last = ['endOtherSessions', 'deleteAccount'];
    const ordered = operations.toSorted((one, other) => last.indexOf(one.operationId) - last.indexOf(other.operationId));
    for (const { operationId, method, path, responses } of ordered) {
      const operation = page.locator(`#${operationId}`);
      await fillIn(operation);
      const sent = page.waitForRequest((request) => request.method() === method.toUpperCase());
      await send(operation);
      const isFile = operationId === 'downloadSnapshot';
      if (method !== 'get' || isFile)
        await page
          .getByRole('dialog')
          .getByRole('button', { name: `Send ${method.toUpperCase()}` })
          .click();
      const request = await sent;
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      expect(new URL(request.url()).pathname, operationId).toMatch(pattern);
      await expect.poll(() => operation.locator('.outcome .badge').count(), { message: operationId }).toBe(1);
      const [status = ''] = ((await outcomeOf(operation)) ?? '').split(' ');
      expect(Object.keys(responses), operationId).toContain(status);
      expect(status, operationId).not.toMatch(/401|5\d\d/);
    }
    await close();
  });

  test('a form takes choices and days, its sample follows, and the answer folds and says what it cost', async () => {
    const { page, mistakes, close } = await openSignedIn('reader@example.com', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const operation = page.locator('#searchEntities');
    await operation.getByText(/^Optional/).click();
    await operation.getByLabel('status').selectOption('active');
    await operation.getByLabel('registeredFrom').fill('1990-01-31');
    await operation.getByLabel('updatedSince').fill('2020-05-01T10:00:00');
    const moment = await page.evaluate(() => new Date('2020-05-01T10:00:00').toISOString());
    const query = new URLSearchParams({ q: 'holding', status: 'active', registeredFrom: '1990-01-31', updatedSince: moment });
    await operation.getByText('Python', { exact: true }).click();
    const sample = operation.locator('pre[data-language="Python"]');
    expect(await sample.textContent()).toContain(`status="active", registered_from="1990-01-31", updated_since="${moment}"`);
    await operation.locator('.samples .copy').click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await sample.textContent());
    const request = page.waitForRequest(`**/api/v1/entities?${query}`);
    await send(operation);
    expect((await request).headers()['x-api-key']).toMatch(/^crd_/);
    await operation.getByText('cost 1 unit, 999 of 1,000 left').waitFor();
    await operation
      .locator('.answer')
      .getByText(/^Headers/)
      .click();
    await operation.locator('.answer').getByText('x-monthly-quota-remaining').waitFor();
    const name = operation.locator('.answer .json').getByText('"canonicalName"').first();
    expect(await name.isVisible()).toBe(true);
    await operation.getByRole('button', { name: 'Fold all', exact: true }).click();
    expect(await name.isVisible()).toBe(false);

    // The first id of the answer is ready for the operations on one record.
    const record = page.locator('#getEntity');
    expect(await record.getByLabel('id').inputValue()).toMatch(/^[\da-f-]{36}$/);
    await send(record);
    await record.getByText('cost 1 unit, 998 of 1,000 left').waitFor();

    // The language is remembered, there and in the dashboard.
    await page.reload();
    expect(await page.locator('#listPlans pre[data-language="Python"]').isVisible()).toBe(true);
    expect(await page.locator('#listPlans pre[data-language="curl"]').isVisible()).toBe(false);
    await page.goto(`${ground.url}/docs/errors`);
    const block = page.locator('.code').first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await block.locator('pre').textContent());
    expect(mistakes).toEqual([]);
    await close();
  });

  test('by keyboard alone: send, refuse a change by Escape, and go on where it was', async () => {
    const { page, close } = await openSignedIn('keys@example.com');
    const operation = page.locator('#endOtherSessions');
    const button = operation.getByRole('button', { name: /^Send/ });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await operation.locator('.outcome').textContent()).toBe('');
    const search = page.locator('#searchEntities');
    await search.getByLabel('q', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await search.locator('.outcome .badge').waitFor();
    await page.locator('nav.operations a[href="#getEntity"]').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('nav.operations [aria-current]').getAttribute('href')).toBe('#getEntity');
    await close();
  });

  test('axe finds nothing: with an error, tried, unfolded, in the question before a change, at each width', async () => {
    const { page, close } = await ground.open();
    await page.goto(`${ground.url}/docs`);
    await page.locator('#api-key').fill('crd_wrong');
    await send(page.locator('#searchEntities'));
    await page.locator('#searchEntities .note.bad').waitFor();
    await send(page.locator('#listPlans'));
    await page.locator('#listPlans .answer .json').waitFor();
    const reached = ['listPlans', 'searchEntities', 'getEntity', 'createApiKey', 'endOtherSessions'];
    // The whole page is walked elsewhere. A few operations show every part, and take a fraction of the time.
    await page.locator('article.operation').evaluateAll((articles, kept) => {
      for (const article of articles) if (!kept.includes(article.id)) article.remove();
      for (const part of document.querySelectorAll('#listPlans details, #getEntity details')) part.setAttribute('open', '');
    }, reached);
    await page.locator('#group-types ~ section').evaluate((types) => types.remove());
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectSound(page);
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [768, 'light'],
      [1680, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      // All that differs by width and colours.
      await expectSound(page, ['color-contrast', 'target-size', 'scrollable-region-focusable']);
    }
    await send(page.locator('#endOtherSessions'));
    await page.getByRole('dialog').waitFor();
    await expectSound(page);
    await close();
  });
});
