import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { openDevelopment } from '../../src/development/index.ts';
import { localMailPath } from '../../src/development/stand-ins.ts';
import { captureLog, startTestService } from '../support/service.ts';

const beyond = { HOST: '0.0.0.0' };
const mailServer = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'registry@example.com' };

test('e-mails are caught only outside production, without a mail server, where no other machine can read them', async () => {
  const catches = (env: Record<string, string>, production = false) => {
    const settings = { ...loadConfig(env), production };
    const urls = { baseUrl: 'http://localhost', ownUrl: 'http://localhost' };
    const parts = { payments: undefined, date: () => new Date(), logger: captureLog().logger };
    const { caughtMail, routes } = openDevelopment({ settings, ...urls, ...parts });
    expect(routes.some(({ path }) => path === localMailPath)).toBe(caughtMail !== undefined);
    return caughtMail !== undefined;
  };
  expect(catches({})).toBe(true);
  expect(catches(mailServer)).toBe(false);
  expect(catches(beyond)).toBe(false);
  expect(catches({ ...beyond, ALLOW_INSECURE_DEVELOPMENT: 'true' })).toBe(true);
  for (const ALLOW_INSECURE_DEVELOPMENT of ['true', 'false']) expect(catches({ ALLOW_INSECURE_DEVELOPMENT }, true)).toBe(false);
  const service = await startTestService({ env: mailServer });
  expect((await fetch(service.url + localMailPath)).status, 'with a mail server there is no page').toBe(404);
  await service.stop();
});
