import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound, hasChromium, type PagesGround, pagesGround, press, signIn } from '../support/browser/chromium.ts';

describe.skipIf(!hasChromium)('in a real browser', () => {
  let ground: PagesGround;
  /** Another origin, as that of OpenRefine. */
  const elsewhere = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<title>OpenRefine</title>'));
  beforeAll(async () => {
    ground = await pagesGround();
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    elsewhere.close();
    await ground.close();
  });

  test('a person makes the OpenRefine address of a key, and pages of another origin use it until it is revoked', async () => {
    const { page, mistakes, close } = await ground.open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.goto(`${ground.url}/auth/login?returnTo=/dashboard/keys`);
    await signIn(page, 'refiner@example.com');
    await page.getByLabel('Name').fill('refine');
    await press(page, 'Create key');
    await press(page, 'OpenRefine address of refine');
    await press(page, 'Create the address');
    const address = (await page.locator('dialog .secret code').textContent()) ?? '';
    expect(address).toMatch(new RegExp(`^${ground.url}/reconcile/crr_\\w{38}$`));
    await expectSound(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectSound(page);
    await press(page, 'Done');
    await expectSound(page);

    const refine = await ground.open();
    await refine.page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    const ask = (url: string) => refine.page.evaluate(async (one) => (await fetch(one)).json(), url);
    const manifest = await ask(address);
    const { result } = await ask(`${manifest.suggest.entity.service_url}${manifest.suggest.entity.service_path}?prefix=kraide`);
    expect(result[0].name).toBe('KRAIDEAGRALT RECRUITMENT LIMITED');
    await refine.page.evaluate(
      (url) => {
        const frame = document.createElement('iframe');
        frame.src = url;
        document.body.append(frame);
      },
      manifest.preview.url.replace('{{id}}', result[0].id),
    );
    await refine.page.frameLocator('iframe').getByRole('heading', { name: 'KRAIDEAGRALT' }).waitFor();
    const colour = await refine.page
      .frameLocator('iframe')
      .locator('dt')
      .first()
      .evaluate((dt) => getComputedStyle(dt).color);
    expect(colour).toBe('rgb(74, 84, 104)');
    expect(await ask(`${ground.url}/api/v1/plans`).catch(() => 'not allowed')).toBe('not allowed');

    await page.reload();
    await press(page, 'OpenRefine address of refine');
    await page.getByText(address.split('/').at(-1)?.slice(0, 12) ?? '').waitFor();
    await expectSound(page);
    await press(page, 'Revoke the address');
    await expect.poll(() => ask(address).then(({ error }) => error?.code)).toBe('invalid_api_key');
    expect(mistakes).toEqual([]);
    await Promise.all([close(), refine.close()]);
  });
});
