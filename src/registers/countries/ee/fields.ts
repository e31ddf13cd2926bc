import { z } from 'zod';
import { addressFrom, type StoredFields } from '../../declaration/addresses.ts';
import { maybeGroup, text } from '../../declaration/kinds.ts';

/** Estonia */
export const eeFields = z.object({
  statusCode: text('State, as a letter.', 'ettevotja_staatus'),
  statusText: text('State in words.', 'ettevotja_staatus_tekstina'),
  legalForm: text('Legal form in words.', 'ettevotja_oiguslik_vorm'),
  legalFormSubtype: text('Subtype of the legal form in words.', 'ettevotja_oigusliku_vormi_alaliik'),
  vatNumber: text('The number for value added tax.', 'kmkr_nr'),
  address: maybeGroup('The address.', {
    full: text('The normalized address in one line.', 'ads_normaliseeritud_taisaadress'),
    business: text('The address as the business entered it.', 'ettevotja_aadress'),
    location: text('Street and house in the address.', 'asukoht_ettevotja_aadressis'),
    municipalityCode: text('Code of the settlement (EHAK).', 'asukoha_ehak_kood'),
    municipality: text('Settlement, municipality and county.', 'asukoha_ehak_tekstina'),
    postCode: text('Post code.', 'indeks_ettevotja_aadressis'),
    addressId: text('Id of the address in the address system (ADS).', 'ads_adr_id'),
    addressObjectId: text('Id of the building or site in the address system.', 'ads_ads_oid'),
  }),
  link: text('The page of the company in the register.', 'teabesysteemi_link'),
});

/** The register writes settlement, municipality and county in one column. */
export function estonianAddress({ address }: StoredFields<typeof eeFields>) {
  if (!address) return null;
  return addressFrom({
    lines: [address.location],
    postalCode: address.postCode,
    locality: address.municipality,
    country: address.municipalityCode ? 'EE' : null,
    raw: address.full ?? address.business,
  });
}
