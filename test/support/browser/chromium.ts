import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { startLocalProvider } from '../../../src/development/payments/server.ts';
import { importSamples } from '../imports.ts';
import { patientLimits, startTestService } from '../service.ts';
import { pathOf } from '../suite/programs.ts';

const executablePath = pathOf('chromium') ?? '';
export const hasChromium = executablePath !== '';
export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** The service with payments and a few companies, and a real browser. */
export async function pagesGround() {
  const provider = await startLocalProvider();
  const service = await startTestService({
    localPayments: provider,
    limits: patientLimits,
    env: { OPERATORS: 'reader@example.com' },
  });
  provider.deliverTo(`${service.url}/api/v1/billing/webhook`);
  await importSamples(service.databaseUrl, 'gb');
  const browser = await launchChromium();

  /** A page whose mistakes are collected: scripts that fail, what the policy stops, requests to other hosts. */
  async function open(options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    // In some browsers Tab goes on from what was scrolled into view. Here it always does.
    await context.addInitScript(() => {
      const { scrollIntoView } = Element.prototype;
      Element.prototype.scrollIntoView = function (this: HTMLElement, ...words) {
        scrollIntoView.apply(this, words);
        this.focus({ preventScroll: true });
        this.blur();
      };
    });
    // As long as a poll waits.
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const mistakes: string[] = [];
    page.on('pageerror', (error) => mistakes.push(String(error)));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !/status of (401|404|409)/.test(text)) mistakes.push(text);
    });
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      if (origin !== service.url) mistakes.push(request.url());
    });
    return { page, mistakes, close: () => context.close() };
  }

  return {
    url: service.url,
    databaseUrl: service.databaseUrl,
    open,
    close: async () => {
      await browser.close();
      await service.stop();
      await provider.close();
    },
  };
}

export type PagesGround = Awaited<ReturnType<typeof pagesGround>>;

export const signIn = async (page: Page, email: string) => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
export const visit = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name }).click();

/** A picture of the page, for people: SHOTS names a folder. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  axe: { run(options: { resultTypes: string[]; runOnly?: string[] }): Promise<AxeResults> };
}

/** Fails on what axe finds, and on a page that is wider than its window. The debugger runs axe, so the policy stays. */
export async function expectSound(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (runOnly) => (globalThis as unknown as Axe).axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) }),
    rules,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
  expect(found, page.url()).toEqual([]);
  const [content, window] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  expect(content, `${page.url()} is wider than its window`).toBeLessThanOrEqual(window);
}
