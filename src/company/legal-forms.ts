import type { LegalFormGroup } from './values.ts';

/** What a national legal form is in every country. */
interface LegalForm {
  /** ISO 20275; null if the standard has no code for it. */
  code: string | null;
  group: LegalFormGroup;
}

/** The legal forms of a register. */
interface LegalFormTable {
  /** All of its forms, each once. */
  readonly all: readonly LegalForm[];
  /** A form as `legalForm` has it; undefined if the table lacks it. */
  of(form: string): LegalForm | undefined;
}

/** How the legal forms of a register are read. */
export interface LegalFormRules {
  legalForms?: LegalFormTable;
}

/** The fields of a record that follow from its legal form. Both are null if there is no form, or if no table has it. */
export function legalFormFields(table: LegalFormTable | undefined, legalForm: string | null | undefined) {
  const known = legalForm ? table?.of(legalForm) : undefined;
  return { legalFormCode: known?.code ?? null, legalFormGroup: known?.group ?? null };
}
