import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn } from '../support/browser/chromium.ts';
import { startCommandLine } from '../support/clients/command-line.ts';

describe.skipIf(!hasChromium)('in a real browser', () => {
  let ground: PagesGround;
  let folder: string;
  beforeAll(async () => {
    ground = await pagesGround();
    folder = await mkdtemp(join(tmpdir(), 'registry-login-'));
  });
  afterAll(async () => {
    await ground.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs login, and gives the address that it would open. */
  async function login() {
    const { promise, resolve } = Promise.withResolvers<string>();
    const browse = async (address: string) => {
      resolve(address);
      return true;
    };
    const terminal = startCommandLine(['login', '--url', ground.url], { env: { XDG_CONFIG_HOME: folder }, shell: { browse } });
    return { ...terminal, address: await promise };
  }

  test('a person signs in, compares the code, and the command line has a key; a second one is too many', async () => {
    const first = await login();
    const { page, mistakes, close } = await ground.open({ viewport: { width: 390, height: 800 } });
    await page.goto(first.address);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'terminal@example.com');
    await page.waitForURL(first.address);
    const code = /code ([\dA-F]{4}-[\dA-F]{4})/.exec(first.err())?.[1] ?? expect.unreachable();
    await page.getByText(code).waitFor();
    await expectSound(page);
    await press(page, 'Make the key');
    await page.getByText('The command line has its key.').waitFor();
    expect(await first.done).toBe(0);
    const { key, url } = JSON.parse(await readFile(join(folder, 'company-registry/credentials.json'), 'utf8'));
    expect(url).toBe(ground.url);
    const called = await fetch(`${ground.url}/api/v1/countries`, { headers: { 'x-api-key': key } });
    expect(called.status).toBe(200);
    expect(page.url()).not.toContain(key);
    // Going back shows no secret.
    await page.goBack();
    expect(await page.content()).not.toContain(key);

    const second = await login();
    await page.goto(second.address);
    await press(page, 'Make the key');
    await page.getByText('as many keys as its plan permits').waitFor();
    expect(await second.done).toBe(3);

    const third = await login();
    await page.goto(third.address);
    await press(page, 'No');
    await page.getByText('no key was made').waitFor();
    expect(await third.done).toBe(3);
    expect(mistakes.filter((mistake) => !/^http:\/\/127\.0\.0\.1:\d+\/(favicon\.ico)?$/.test(mistake))).toEqual([]);
    await close();
  });
});
