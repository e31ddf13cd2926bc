import type { OtherName } from './register.ts';

/** A name as the typed fields of registers have it. */
interface NamedField {
  name: string;
  language?: string | null;
  from?: string | null;
  until?: string | null;
}

/** The names of a field, all of one kind. */
export const names = (kind: OtherName['kind'], fields: readonly NamedField[] | null | undefined): OtherName[] =>
  (fields ?? []).map(({ name, language = null, from = null, until = null }) => ({ name, kind, language, from, to: until }));

/** The names of a field of plain texts. */
export const plainNames = (
  kind: OtherName['kind'],
  texts: readonly (string | null | undefined)[] | null | undefined,
  language: string | null = null,
): OtherName[] =>
  names(
    kind,
    (texts ?? []).flatMap((name) => (name ? [{ name, language }] : [])),
  );
