import type { Intake } from '../../companies/index.ts';
import { type Edition, nothingServed, type Register } from '../declaration/register.ts';
import { WrongFile } from '../files/table.ts';

/**
 * Whether an update is still to be applied to what is served: false where that has it already. Throws where something is
 * missing in between, for an update tells only what changed since the edition before it.
 */
export function isUpdateDue(served: Intake['served'], register: Register, { id, since = '' }: Edition): boolean {
  if (!served?.edition) throw new WrongFile(nothingServed);
  if (served.edition >= id) return false;
  if (served.edition < since) {
    throw new WrongFile(
      `Updates are missing: this one leads from edition ${since} to ${id}, but ${served.edition} is served. ` +
        'Import those in between first, or the full edition.',
    );
  }
  // Records that the update doesn't name would stay as the former reading left them, and nobody could tell.
  if (served.revision !== register.revision)
    throw new WrongFile('The reading of this register has changed since the last import: import the full edition first.');
  return true;
}
