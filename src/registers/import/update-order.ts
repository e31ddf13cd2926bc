import type { Intake } from '../../intake/index.ts';
import { type Edition, nothingServed, type Register } from '../declaration/register.ts';
import { WrongFile } from '../files/table.ts';

/**
 * Whether an update must still be applied: false if the served data has it already. Throws if an edition in between is missing,
 * because an update has only the changes since the edition before it.
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
  // Records that are not in the update would keep the result of the old mapping.
  if (served.revision !== register.revision)
    throw new WrongFile('The reading of this register has changed since the last import: import the full edition first.');
  return true;
}
