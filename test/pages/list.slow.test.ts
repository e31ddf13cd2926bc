import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn } from '../support/browser/chromium.ts';
import { listedNames, meddleWithMatches, pastedList } from '../support/browser/list.ts';

const path = '/dashboard/list';

describe.skipIf(!hasChromium)('a list in a real browser', () => {
  let ground: PagesGround;
  beforeAll(async () => {
    ground = await pagesGround();
  });
  afterAll(() => ground.close());

  const signInAs = async (page: Page, email: string) => {
    await page.goto(`${ground.url}/auth/login?returnTo=${path}`);
    await signIn(page, email);
    await page.waitForURL(`${ground.url}${path}`);
  };
  const isEmpty = (page: Page) => page.getByRole('heading', { name: 'Your list' }).waitFor();
  const begin = async (page: Page, text: string) => {
    await page.getByLabel('Or paste rows').fill(text);
    await press(page, 'Continue');
    await press(page, /^Begin for/);
  };

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

    page.once('dialog', (listQuery) => listQuery.accept());
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

  test('is sound in both schemes, wide and narrow', async () => {
    for (const [place, options] of [
      { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const },
      { viewport: { width: 390, height: 800 }, colorScheme: 'dark' as const },
      { viewport: { width: 1280, height: 900 }, colorScheme: 'light' as const },
    ].entries()) {
      const { page, mistakes, close } = await ground.open(options);
      await signInAs(page, `looker-${place}@example.com`);
      await isEmpty(page);
      await expectSound(page);
      await page.getByLabel('Or paste rows').fill(pastedList);
      await press(page, 'Continue');
      await page.getByRole('heading', { name: 'Price' }).waitFor();
      await expectSound(page);
      await press(page, /^Begin for/);
      await page.getByText('61 of 61 answered').waitFor();
      await expectSound(page);
      await page.getByRole('button', { name: listedNames[0] ?? '', exact: true }).click();
      await page.getByText('The best one is a match.').waitFor();
      await expectSound(page);
      await page.keyboard.press('Escape');
      await press(page, 'Download…');
      await page.getByRole('dialog').waitFor();
      await expectSound(page);
      // A busy machine may refuse names, which the page asks for again.
      expect(mistakes.filter((text) => !text.includes('status of 503'))).toEqual([]);
      await close();
    }
  });

  test('belongs to its person, goes on after a new sign-in, and goes with the account', async () => {
    const { page, close } = await ground.open();
    await signInAs(page, 'ada@example.com');
    await page.route('**/graphql', async (route) => {
      // The session ends after the first batch.
      const isBatch = route.request().postData()?.includes('MatchInput');
      const response = await route.fetch();
      if (isBatch) await page.context().clearCookies();
      await route.fulfill({ response });
    });
    await begin(page, pastedList);
    await page.getByText('Your session has ended.').waitFor();
    await page.getByText('51 of 61 answered').waitFor();
    await page.unrouteAll();
    await signInAs(page, 'eve@example.com');
    await isEmpty(page);
    expect(await page.getByText(listedNames[0] ?? '').count()).toBe(0);
    await page.context().clearCookies();
    await page.goto(`${ground.url}${path}`);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await signIn(page, 'ada@example.com');
    await page.getByText('61 of 61 answered').waitFor();

    const other = await page.context().newPage();
    await other.goto(`${ground.url}${path}`);
    await other.getByText('Your list is open in another tab.').waitFor();
    await page.goto(`${ground.url}/dashboard/account`);
    await other.getByText('61 of 61 answered').waitFor();
    await press(page, 'Delete the account…');
    await page.getByLabel(/^Type/).fill('ada@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the account' }).click();
    await page.waitForURL(`${ground.url}/account-deleted`);
    const kept = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('company-registry-lists');
          opening.onsuccess = () => {
            const counting = opening.result.transaction('answers').objectStore('answers').count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
    expect(kept).toBe(0);
    await close();
  });

  test('of 10,000 rows begins with those that the quota pays for, without a connection in between', async () => {
    const { page, close } = await ground.open();
    await signInAs(page, 'large@example.com');
    const names = Array.from({ length: 10_000 }, (_, row) => `${listedNames[row % listedNames.length]} ${row}`);
    const buffer = Buffer.from(`name\n${names.join('\n')}`);
    await page.getByLabel('Choose a CSV file').setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer });
    await page.getByText('10,000 units, you have 1,000 left until').waitFor();
    // The second batch never reaches the service. Else it might be paid for while its answer is lost.
    const { promise: isOffline, resolve: goOffline } = Promise.withResolvers<void>();
    let batches = 0;
    await page.route('**/graphql', async (request) => {
      if (!request.request().postData()?.includes('MatchInput') || ++batches !== 2) return request.continue();
      await isOffline;
      return request.abort('internetdisconnected');
    });
    await press(page, 'Match the first 1,000');
    await page.getByText('50 of 1,000 answered').waitFor();
    await page.context().setOffline(true);
    goOffline();
    await page.getByText('It goes on by itself in 5 seconds.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('1,000 of 1,000 answered').waitFor({ timeout: 600_000 });
    await page.getByText('9,000 units, you have 0 left until').waitFor();
    await press(page, 'Not asked 9,000');
    await press(page, 'Next');
    await page.getByText('Page 2 of 180').waitFor();
    await press(page, 'Throw away…');
    await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click();
    await isEmpty(page);
    await close();
  });
});
