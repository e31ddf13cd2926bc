import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn, visit } from '../support/browser/chromium.ts';

describe.skipIf(!hasChromium)('watch lists in a real browser', () => {
  let ground: PagesGround;
  beforeAll(async () => {
    ground = await pagesGround();
  });
  afterAll(() => ground.close());

  test.each([
    { viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const },
    { viewport: { width: 390, height: 800 }, colorScheme: 'dark' as const },
  ])('are made, filled from a record, renamed, emptied and deleted, on sound pages: %o', async (options) => {
    const { page, mistakes, close } = await ground.open(options);
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/watching`);
    await signIn(page, `watcher-${options.colorScheme}@example.com`);
    await page.getByText('0 of 1 list and 0 of 50 companies used (Free plan)').waitFor();
    await expectSound(page);

    await visit(page, 'Explorer');
    await page.getByLabel(/^Name, or part/).fill('recruitment');
    await page.keyboard.press('Enter');
    const first = page.getByRole('group', { name: 'Records' }).getByRole('link').first();
    const name = (await first.textContent()) ?? '';
    await first.click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Open as a page' }).click();
    await page.getByRole('button', { name: 'Watch…' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('New list').fill('suppliers');
    await expectSound(page);
    await page.keyboard.press('Enter');
    await page.getByText('1 company added to').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'suppliers' }).click();
    await page.getByRole('heading', { name: 'suppliers' }).first().waitFor();
    await page.getByText('No changes yet.').waitFor();
    await page.getByRole('group', { name: 'Companies' }).getByRole('link', { name }).waitFor();
    await expectSound(page);
    await press(page, `Remove ${name}`);
    await page.getByText('No companies yet.').waitFor();

    await page.getByRole('link', { name: 'All lists' }).click();
    await press(page, 'Rename suppliers');
    await page.getByRole('dialog').getByLabel('Name').fill('customers');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'customers' }).waitFor();
    await page.getByText('All lists of your plan are in use.').waitFor();
    await expectSound(page);

    await page.goto(`${ground.url}/dashboard/list`);
    await page.getByLabel('Or paste rows').fill(name);
    await press(page, 'Continue');
    await press(page, /^Begin for/);
    await press(page, 'Add to a watch list…');
    await press(page, 'Add to customers');
    await page.getByText('1 company added to').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'customers' }).click();
    await page.getByRole('group', { name: 'Companies' }).getByRole('link', { name }).waitFor();
    await page.getByRole('link', { name: 'All lists' }).click();
    await press(page, 'Delete customers');
    await press(page, 'Delete the list');
    await page.getByText('No lists yet.').waitFor();

    await visit(page, 'Explorer');
    await page.getByLabel(/^Name, or part/).fill('recruitment');
    await page.keyboard.press('Enter');
    await press(page, 'Watch this search…');
    await page.getByText('Name: recruitment. The list gets every change').waitFor();
    await page.getByLabel('New list').fill('agencies');
    await press(page, 'Create list');
    await page.getByRole('dialog').getByRole('link', { name: 'agencies' }).click();
    await page.getByRole('link', { name: 'What fits now' }).click();
    await page.getByRole('heading', { name: /^\d+ records?$/ }).waitFor();
    await expectSound(page);
    expect(mistakes).toEqual([]);
    await close();
  });
});
