import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn, visit } from '../support/browser/chromium.ts';

describe.skipIf(!hasChromium)('in a real browser', () => {
  let ground: PagesGround;
  beforeAll(async () => {
    ground = await pagesGround();
  });
  afterAll(() => ground.close());

  test('a newcomer signs in, makes a key, and signs out, on pages that are sound', async () => {
    const { page, mistakes, close } = await ground.open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/keys`);
    await signIn(page, 'newcomer@example.com');
    await page.waitForURL(`${ground.url}/dashboard/keys`);
    await page.getByLabel('Name').fill('first');
    await press(page, 'Create key');
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    const called = await fetch(`${ground.url}/api/v1/entities?q=holding`, { headers: { 'x-api-key': secret } });
    expect(called.status).toBe(200);
    await expectSound(page);
    await visit(page, 'Explorer');
    await page.getByLabel(/^Name, or part/).fill('holdings');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^\d+ records$/ }).waitFor();
    await press(page, 'Sign out');
    await page.waitForURL(`${ground.url}/`);
    await expectSound(page, ['color-contrast', 'target-size']);
    expect(mistakes).toEqual([]);
    await close();
  });
});
