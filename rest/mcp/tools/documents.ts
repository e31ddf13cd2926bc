const summary = 'id canonicalName countryCode number status legalForm legalFormLabel registeredAt endedAt';
const record = `${summary} legalFormGroup endKind numberScheme updatedAt registry sourceData @include(if: $source)
  otherNames { name kind from to } identifiers { scheme value status doubtful }
  address { lines postalCode locality region country raw } provenance { register importedAt sourceUrl licence }`;
const change = 'at type reason changes { path old new }';
const relation = `from to percentage member { lei name countryCode entity { ${summary} } }`;

/** What the tools ask the schema, by name. */
export const mcpDocuments = {
  mcpSearch: `query ($filter: EntityFilter, $sort: EntitySort, $page: Int, $pageSize: Int) {
    entities(filter: $filter, sort: $sort, page: $page, pageSize: $pageSize) {
      items { ${summary} matchedName } meta { page pageCount total } fuzzy unknownCountry { code likely }
    }
  }`,
  mcpRecord: `query ($id: ID!, $source: Boolean!) { entity(id: $id) { ${record} } }`,
  mcpLookup: `query ($items: [EntityLookupItem!]!, $source: Boolean!) {
    entityLookup(items: $items) { status entity { ${record} } }
  }`,
  mcpMatch: `query ($input: MatchInput!) {
    match(input: $input) { results { score match matchedName { name kind } features { explanation } entity { ${summary} } } }
  }`,
  mcpHistory: `query ($id: ID!, $page: Int, $pageSize: Int) {
    entityHistory(id: $id, page: $page, pageSize: $pageSize) { items { ${change} } meta { page pageCount total } }
  }`,
  mcpGroup: `query ($id: ID!, $page: Int, $pageSize: Int) {
    entityGroup(id: $id) {
      lei directParent { ${relation} } noDirectParent ultimateParent { ${relation} } noUltimateParent
      children(page: $page, pageSize: $pageSize) { items { ${relation} } meta { page pageCount total } }
    }
  }`,
  mcpChanges: `query ($cursor: String, $country: String, $type: ChangeType, $entityId: ID, $limit: Int) {
    changes(cursor: $cursor, country: $country, type: $type, entityId: $entityId, limit: $limit) {
      items { entityId countryCode number canonicalName ${change} } meta { nextCursor hasMore }
    }
  }`,
  mcpRegisters: `{ registers {
    countryCode countryName name status licence sourceUrl updateFrequency served { fileDate importedAt records }
  } }`,
};
