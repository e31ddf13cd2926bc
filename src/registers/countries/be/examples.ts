import { type Examples, inGroups } from '../../declaration/examples.ts';

export const examples: Examples = {
  addresses: [
    [
      {
        address: { postCode: '9000', municipalityNl: 'Gent', municipalityFr: 'Gent', streetNl: 'Stropstraat', houseNumber: '1' },
      },
      { lines: ['Stropstraat 1'], postalCode: '9000', locality: 'Gent', country: 'BE' },
    ],
    // A town of two languages, and an address abroad.
    [
      {
        address: {
          ...{
            postCode: '1000',
            municipalityNl: 'Brussel',
            municipalityFr: 'Bruxelles',
            houseNumber: '5',
            box: '3',
            extra: 'toren',
          },
          ...{ streetNl: 'Wetstraat', streetFr: 'Rue de la Loi' },
        },
      },
      {
        lines: ['Wetstraat / Rue de la Loi 5 box 3', 'toren'],
        postalCode: '1000',
        locality: 'Brussel / Bruxelles',
        country: 'BE',
      },
    ],
    [
      { address: { countryNl: 'Frankrijk', countryFr: 'France', postCode: '62000', municipalityFr: 'Arras', streetFr: 'Rue X' } },
      { lines: ['Rue X'], postalCode: '62000', locality: 'Arras', country: 'FR' },
    ],
  ],
  otherNames: {
    name: 'Molen van Gent',
    registry: {
      names: [
        { name: 'Molen van Gent', language: 'nl', type: 'name' },
        { name: 'Moulin de Gand', language: 'fr', type: 'name' },
        { name: 'MvG', language: 'nl', type: 'abbreviation' },
        { name: 'De Molen', language: null, type: 'commercial' },
        { name: 'Mill', language: 'en', type: 'branch' },
        { name: '', language: 'de', type: 'name' },
      ],
    },
    others: [
      { kind: 'alternative', name: 'Moulin de Gand', language: 'fr' },
      { kind: 'alternative', name: 'MvG', language: 'nl' },
      { kind: 'trading', name: 'De Molen' },
      { kind: 'trading', name: 'Mill', language: 'en' },
    ],
  },
  legalForms: [
    'Dienstverlenende vereniging (Vlaams Gewest) / Association prestataire de services (Région flamande)',
    'Opdrachthoudende vereniging (Vlaams Gewest) / Association chargée de mission (Région flamande)',
    'Coöperatieve vennootschap van publiek recht (oud statuut) / Société coopérative de droit public (ancien statut)',
    'Coöperatieve vennootschap / Société coopérative',
  ],
  written: (number) => [inGroups(number, [4, 3, 3], '.'), `BE${number}`, `BE ${inGroups(number, [4, 3, 3], '.')}`],
};
