import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Call, Options } from '../command.ts';
import { keepCredentials } from '../credentials.ts';
import { exitCodes } from '../failure.ts';
import { readLimits } from '../read-limits.ts';
import { number, plain } from '../text.ts';
import { receiveKey } from './receive-key.ts';

/** The most characters of a key's name. */
const longestName = 60;

export async function run(call: Call): Promise<number> {
  const { options, shell, baseUrl, note } = call;
  const own = options.text('key');
  const name = nameOf(options);
  const key = own ?? (await keyFromBrowser(call, name));
  // A key that does not work is not kept.
  const { period } = await readLimits({ ...call, key });
  const file = await keepCredentials(shell, { url: baseUrl, key, ...(own === undefined && { name }) });
  note(`The key is kept in ${file}. ${number(period.remaining)} units are left in this period.`);
  return exitCodes.done;
}

const nameOf = (options: Options): string =>
  [...plain(options.text('name') ?? `Command line on ${hostname()}`)].slice(0, longestName).join('');

/** The code by which the person sees that the page belongs to this command. The page derives it likewise. */
const codeOf = (state: string): string => {
  const letters = createHash('sha256').update(state).digest('hex').slice(0, 8).toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};

async function keyFromBrowser({ options, shell, baseUrl, signal }: Call, name: string): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  const { port, key } = await receiveKey({ state, baseUrl, signal });
  const account = options.text('account');
  const at = String(Math.floor(Date.now() / 1000));
  const question = new URLSearchParams({ port: String(port), state, name, at, ...(account && { account }) });
  const address = `${baseUrl}/dashboard/command-line?${question}`;
  const isOpen = !options.has('no-browser') && (await shell.browse(address));
  const say = (line: string) => shell.stderr.write(`${line}\n`);
  say(isOpen ? `Your browser opens ${address}` : `Open this address in a browser on this computer: ${address}`);
  say(`Confirm there, if the page shows the code ${codeOf(state)}`);
  return key;
}
