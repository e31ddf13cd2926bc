import type { LeiName } from '../../company/lei.ts';
import type { LeiStaging } from '../../identifiers/index.ts';
import { dayIn } from '../declaration/json-fields.ts';
import type { GoldenRow } from './golden-copy.ts';

type LeiEntry = Parameters<LeiStaging['lei']>[0];
type RelationEntry = Parameters<LeiStaging['relation']>[0];
type ExceptionEntry = Parameters<LeiStaging['exception']>[0];

/** The register of each registration authority, and how its records have the number. */
export type Authorities = ReadonlyMap<string, { registerId: string; number(typed: string): string }>;

const nameKinds: Record<string, LeiName['kind']> = {
  PREVIOUS_LEGAL_NAME: 'previous',
  TRADING_OR_OPERATING_NAME: 'trading',
  ALTERNATIVE_LANGUAGE_LEGAL_NAME: 'alternative',
  PREFERRED_ASCII_TRANSLITERATED_LEGAL_NAME: 'transliterated',
  AUTO_ASCII_TRANSLITERATED_LEGAL_NAME: 'transliterated',
};

/** An identifier with this status is not the company's. */
const notTheirs = ['DUPLICATE', 'ANNULLED'];

/** No number and no name that a person can read is longer. */
const maxCharacters = { number: 100, name: 500 };

const orNull = (text: string): string | null => text || null;

/** A moment in UTC, so that moments can be compared as texts. */
function momentOf(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/**
 * An LEI of a row. Without one of our registers it is a company outside of them. The name of a sole trader is a person's, so it
 * is not kept.
 */
export function leiOf(row: GoldenRow, authorities: Authorities): LeiEntry {
  const typed = row.text('Entity.RegistrationAuthority.RegistrationAuthorityEntityID');
  const status = row.text('Registration.RegistrationStatus').toUpperCase();
  const authority = authorities.get(row.text('Entity.RegistrationAuthority.RegistrationAuthorityID').toUpperCase());
  const number = authority && typed.length <= maxCharacters.number && !notTheirs.includes(status) ? authority.number(typed) : '';
  const isOurs = number !== '';
  const isPerson = row.text('Entity.EntityCategory') === 'SOLE_PROPRIETOR';
  const country = row.text('Entity.LegalAddress.Country') || row.text('Entity.LegalJurisdiction').slice(0, 2);
  return {
    lei: row.text('LEI').toUpperCase(),
    registerId: isOurs ? (authority?.registerId ?? null) : null,
    number: isOurs ? number : null,
    name: isPerson ? null : orNull(row.text('Entity.LegalName').slice(0, maxCharacters.name)),
    countryCode: /^[A-Z]{2}$/.test(country) ? country : null,
    names: isOurs && !isPerson ? namesOf(row) : [],
    status,
    since: dayIn(row.text('Registration.InitialRegistrationDate')),
    updated: momentOf(row.text('Registration.LastUpdateDate')),
  };
}

function namesOf(row: GoldenRow): LeiName[] {
  const all = [
    ...row.names('OtherEntityNames', 'OtherEntityName'),
    ...row.names('TransliteratedOtherEntityNames', 'TransliteratedOtherEntityName'),
  ];
  return all.flatMap(({ name, type, language }) => {
    const kind = nameKinds[type];
    const [, code = null] = /^([a-z]{2})(?:-|$)/i.exec(language) ?? [];
    return kind ? [{ name: name.slice(0, maxCharacters.name), kind, language: code?.toLowerCase() ?? null }] : [];
  });
}

/** Records of relations that do not count any more. */
const endedRegistrations = ['ANNULLED', 'DUPLICATE', 'RETIRED'];

/** The number of periods and of quantifiers that a row can have. */
const places = [1, 2, 3, 4, 5];

export function relationOf(row: GoldenRow): RelationEntry {
  const period = places.find((place) => row.text(`Relationship.Period.${place}.periodType`) === 'RELATIONSHIP_PERIOD') ?? 0;
  const quantifier = places.find((place) => row.text(`Relationship.Quantifiers.${place}.QuantifierAmount`) !== '') ?? 0;
  const units = row.text(`Relationship.Quantifiers.${quantifier}.QuantifierUnits`);
  const amount = Number(row.text(`Relationship.Quantifiers.${quantifier}.QuantifierAmount`) || Number.NaN);
  return {
    child: row.text('Relationship.StartNode.NodeID').toUpperCase(),
    kind: row.text('Relationship.RelationshipType'),
    parent: row.text('Relationship.EndNode.NodeID').toUpperCase(),
    startDay: dayIn(row.text(`Relationship.Period.${period}.startDate`)),
    endDay: dayIn(row.text(`Relationship.Period.${period}.endDate`)),
    percentage: Number.isFinite(amount) && (units === '' || units === 'PERCENTAGE') ? amount : null,
    validation: orNull(row.text('Registration.ValidationSources')),
    isActive:
      !row.isDeleted &&
      row.text('Relationship.RelationshipStatus') === 'ACTIVE' &&
      !endedRegistrations.includes(row.text('Registration.RegistrationStatus')),
  };
}

/** The number of reasons that a row can have. */
const reasonPlaces = Array.from({ length: 10 }, (_, place) => place + 1);

export function exceptionOf(row: GoldenRow): ExceptionEntry {
  const given = reasonPlaces.map((place) => row.text(`Exception.Reason.${place}`)).filter((reason) => reason !== '');
  const category = row.text('Exception.Category').startsWith('ULTIMATE') ? 'ultimate' : 'direct';
  return { lei: row.text('LEI').toUpperCase(), category, reasons: row.isDeleted ? [] : given };
}
