const summary = 'id canonicalName countryCode number status legalForm legalFormLabel';

/** What the reconciliation service asks, by name. */
export const reconcileDocuments = {
  reconcileMatch: `query ($input: MatchInput!) {
    match(input: $input) {
      results { score match matchedName { name kind } features { id score weight } entity { ${summary} } }
    }
  }`,
  reconcileRecords: `query ($items: [EntityLookupItem!]!) {
    entityLookup(items: $items) {
      entity {
        ${summary} numberScheme legalFormCode legalFormGroup registeredAt endedAt
        otherNames { name } identifiers { scheme value doubtful }
        address { lines postalCode locality region raw }
      }
    }
  }`,
  reconcileCompanies: `query ($items: [EntityLookupItem!]!) { entityLookup(items: $items) { entity { ${summary} } } }`,
  reconcileSuggestions: `query ($q: String!, $limit: Int!) {
    entitySuggestions(q: $q, limit: $limit) { id canonicalName countryCode number status matchedName }
  }`,
  reconcileCountries: '{ countries { code name nativeName enabled } }',
};
