import { orNull, record } from '../../declaration/columns.ts';
import { dayFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { ofDigits } from '../../declaration/numbers.ts';
import type { Register } from '../../declaration/register.ts';
import { statesOf } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { eeFields, estonianAddress } from './fields.ts';

const states = statesOf('ee');

/** The fields with text; the others are codes. */
const addressColumns = ['ads_normaliseeritud_taisaadress', 'ettevotja_aadress', 'asukoht_ettevotja_aadressis'];

/** Estonia: the e-Business Register. Its file has no activities. */
export const ee: Register = textRegister(
  {
    id: 'ee',
    country: { code: 'EE', name: 'Estonia', nativeName: 'Eesti' },
    name: 'e-Business Register',
    scheme: 'EE-RIK',
    licence: 'CC BY 4.0',
    sourceUrl: 'https://avaandmed.ariregister.rik.ee/en/downloading-open-data',
    updateFrequency: 'daily',
    downloads: [
      {
        url: 'https://avaandmed.ariregister.rik.ee/sites/default/files/avaandmed/ettevotja_rekvisiidid__lihtandmed.csv.zip',
        type: 'zip',
      },
    ],
    revision: 2,
    fields: eeFields,
    address: estonianAddress,
    registeredAt: 'the day of the first entry in the register',
    states: states.list,
    // Sole traders.
    hasPersons: true,
    persons: [
      { fields: ['/registry/address'], columns: addressColumns, when: 'careOf' },
      {
        fields: ['/canonicalName', '/registry/address', '/registry/link'],
        columns: ['nimi', ...addressColumns, 'teabesysteemi_link'],
        when: /f[uü]{2}silisest isikust ettev[oõ]tja/,
      },
    ],
    lei: { authorities: ['RA000181'] },
    normalizeNumber: ofDigits(8),
    written: /^[1789]\d{3} \d{4}$/,
  },
  { delimiter: ';' },
  (columns) =>
    record({
      name: columns.need('nimi'),
      number: columns.need('ariregistri_kood'),
      legalForm: columns.need('ettevotja_oiguslik_vorm', orNull),
      state: columns.need('ettevotja_staatus', states.of),
      stateText: columns.text('ettevotja_staatus'),
      registeredAt: columns.need('ettevotja_esmakande_kpv', dayFirst),
      otherNumbers: record({ 'EE-KMKR': columns.text('kmkr_nr') }),
      registry: registryOf(columns, eeFields),
    }),
);
