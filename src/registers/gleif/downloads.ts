import { gleif } from '../../identifiers/index.ts';
import type { Download } from '../declaration/register.ts';
import { goldenKinds } from './golden-copy.ts';

const publications = 'https://goldencopy.gleif.org/api/v2/golden-copies/publishes';

/** The newest golden copy: identifiers, relations and exceptions. The file inside each archive has the day in its name. */
export const goldenCopy: { id: string; downloads: readonly Download[] } = {
  id: gleif.id,
  downloads: goldenKinds.map((kind) => ({
    url: `${publications}/${kind}/latest/download?format=csv`,
    file: `${kind}.csv.zip`,
    type: 'zip',
  })),
};
