import type { Call } from '../command.ts';
import { forgetCredentials, readCredentials } from '../credentials.ts';
import { exitCodes } from '../failure.ts';

export async function run({ shell, note }: Call): Promise<number> {
  // A damaged file is deleted too.
  const kept = await readCredentials(shell).catch(() => undefined);
  if (!(await forgetCredentials(shell))) {
    note('No key is kept on this computer.');
    return exitCodes.done;
  }
  note('The key is deleted from this computer.');
  if (kept) note(`It is still valid: revoke ${kept.name ? `“${kept.name}”` : 'it'} at ${kept.url}/dashboard/keys`);
  return exitCodes.done;
}
