import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn, visit } from '../support/browser/chromium.ts';
import { listedNames, meddleWithMatches, pastedList } from '../support/browser/list.ts';

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

  test('a list is pasted, priced, matched across a reload, decided by keyboard and downloaded, and leaves with the person', async () => {
    const { page, mistakes, close } = await ground.open({ viewport: { width: 390, height: 800 } });
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/list`);
    await signIn(page, 'lister@example.com');
    await page.getByLabel('Or paste rows').fill(pastedList);
    await press(page, 'Continue');
    await page.getByText(/^60 units, you have 1,000 left until \d+ \w+\. 1 row repeats others/).waitFor();
    await page.getByText('It has no name. 1 row, the first is row 61.').waitFor();
    const columns = ['Name', 'Country'].map((name) => page.getByRole('combobox', { name, exact: true }).inputValue());
    expect(await Promise.all(columns)).toEqual(['1', '2']);
    await expectSound(page, ['label', 'select-name']);
    const batches = await meddleWithMatches(page);
    await press(page, 'Begin for 60 units');
    await page.getByText('51 of 61 answered').waitFor();
    await expect.poll(batches).toBe(2);
    await page.reload();
    await page.getByText('61 of 61 answered').waitFor();

    await press(page, 'Decide 1 doubtful');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It is doubtful.').waitFor();
    await expectSound(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('y');
    await dialog.waitFor({ state: 'hidden' });
    await press(page, 'Download…');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const [head, ...rows] = (await readFile(await (await download).path(), 'utf8')).split('\r\n').map((row) => row.split(';'));
    expect(head?.slice(0, 5)).toEqual(['\uFEFFRef', 'Company', 'Land', 'match_state', 'match_id']);
    expect(rows[0]).toEqual(expect.arrayContaining([listedNames[0], 'confirmed', expect.stringContaining(listedNames[1] ?? '')]));
    expect(rows[1]).toEqual(expect.arrayContaining([listedNames[1], 'match', 'GB', 'active']));
    expect(rows[58]?.[1]).toBe("'=Zzzzz Wwwww");
    expect(rows.slice(59, 62).map((row) => row[3])).toEqual(['nothing', 'not_asked', 'match']);

    page.once('dialog', (question) => question.accept());
    await press(page, 'Sign out');
    await page.waitForURL(`${ground.url}/`);
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/list`);
    await signIn(page, 'lister@example.com');
    await page.getByLabel('Or paste rows').fill('Alpha');
    await press(page, 'Continue');
    await page.getByText('1 unit, you have 940 left').waitFor();
    expect(mistakes).toEqual([]);
    await close();
  });
});
