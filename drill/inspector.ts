import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withSampleService } from '../bench/sample-service.ts';
import type { Verdict } from './verdict.ts';

/** Its packages have 90 MB, so npx fetches it for the drill alone. */
const inspector = '@modelcontextprotocol/inspector@2.12.0';
const run = promisify(execFile);

/** What the inspector does, and what its answer must contain. */
const steps: [string, string[], RegExp][] = [
  ['tools are listed, and their schemas are portable', ['--method', 'tools/list', '--strict'], /"search_companies"/],
  [
    'a tool is called',
    ['--method', 'tools/call', '--tool-name', 'get_company', '--tool-arg', 'country=GB', 'number=2158170'],
    /KRAIDEAGRALT RECRUITMENT LIMITED/,
  ],
  ['prompts are listed', ['--method', 'prompts/list'], /check_supplier/],
  ['templates are listed', ['--method', 'resources/templates/list'], /company-registry:\/\/entities\/\{id\}/],
];

/** The official inspector of MCP against the service with the sample companies, in the old and in the new protocol. */
export async function inspect(): Promise<Verdict> {
  const home = await mkdtemp(join(tmpdir(), 'registry-inspector-'));
  const figures: Record<string, string> = {};
  const ask = async (words: string[]) => {
    const options = { env: { ...process.env, HOME: home }, maxBuffer: 10_000_000 };
    const { stdout, stderr } = await run('npx', ['--yes', inspector, '--cli', ...words], options);
    return stdout + stderr;
  };
  try {
    await withSampleService(async (url, key) => {
      for (const era of ['legacy', 'modern'])
        for (const [name, words, expected] of steps) {
          const common = [`${url}/mcp`, '--header', `X-API-Key: ${key}`, '--protocol-era', era];
          const said = await ask([...common, ...words]).catch((error: Error) => error.message.replaceAll(key, '…'));
          const isGood = expected.test(said) && !/^(?:Error|Warning): tool/m.test(said);
          figures[`${era}: ${name}`] = isGood ? 'passed' : `FAILED: ${said.slice(0, 500)}`;
        }
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  return { figures, isGood: Object.values(figures).every((figure) => figure === 'passed') };
}
