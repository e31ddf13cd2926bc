/** Where a company is, from the columns that its register has. No text is taken apart. */
export interface Address {
  /** Street, number, building and box, as they are written on a letter. */
  lines: readonly string[];
  postalCode: string | null;
  locality: string | null;
  /** County, province or prefecture. */
  region: string | null;
  /** ISO 3166-1 alpha-2, if the register states a country or uses a national code of a place. */
  country: string | null;
  /** The address in one text, if the register has it so. */
  raw: string | null;
}

/** How the address of a register is found. */
export interface AddressRules {
  /**
   * The address among the typed national fields. Fields may be missing, or null after an erasure: what is withheld there is
   * withheld here too.
   */
  address?(registry: Record<string, unknown>): Address | null;
  /** The names of the locality of the address, if the register has several columns for it. Each of them finds the record. */
  localities?(registry: Record<string, unknown>): readonly string[];
}
