import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../support/suite/children.ts';

const script = fileURLToPath(new URL('../../scripts/audit.ts', import.meta.url));

/** Runs the audit against a registry that answers so. */
async function auditAt(status: number, body: object): Promise<{ code: number | null; output: string }> {
  const registry = createServer((req, res) => {
    const isQuestion = req.method === 'POST' && req.url?.includes('/advisories/');
    res.writeHead(isQuestion ? status : 404, { 'content-type': 'application/json' }).end(JSON.stringify(isQuestion ? body : {}));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  // npm keeps what it heard of an advisory.
  const cache = await mkdtemp(join(tmpdir(), 'registry-audit-'));
  try {
    const words = [script, `--registry=${address}`, '--fetch-retries=0', `--cache=${cache}`];
    const audited = run(process.execPath, words).then(({ stdout }) => ({ code: 0, output: stdout }));
    return await audited.catch(({ code, stdout }) => ({ code, output: stdout }));
  } finally {
    registry.close();
    await rm(cache, { recursive: true, force: true });
  }
}

const advisory = (severity: string) => ({
  express: [{ id: 1, url: 'https://example.com/1', title: 'A hole', severity, vulnerable_versions: '<99.0.0', cwe: [] }],
});

test('a serious vulnerability of a dependency fails the audit, and is named', async () => {
  const { code, output } = await auditAt(200, advisory('critical'));
  expect(output).toMatch(/^critical: express /m);
  expect(code).toBe(1);
});

test('a slight one is told and fails nothing', async () => {
  const { code, output } = await auditAt(200, advisory('low'));
  expect(output).toMatch(/^low: express /m);
  expect(code).toBe(0);
});

test('none is told as such', async () => {
  expect(await auditAt(200, {})).toEqual({
    code: 0,
    output: 'Dependencies were audited: 0 with known vulnerabilities, 0 of them high or critical.\n',
  });
});

test('a registry that cannot tell fails nothing and is said so', async () => {
  const { code, output } = await auditAt(405, {});
  expect(output).toMatch(/^Dependencies were NOT audited: this registry cannot tell/);
  expect(code).toBe(0);
});
