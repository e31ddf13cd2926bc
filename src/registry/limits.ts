/** What a client may ask for, wherever it asks. Texts in characters. */
export const searchLimits = {
  fragment: 200,
  term: 500,
  number: 50,
  page: 2 ** 31 - 1,
  pageSize: 100,
  facetSize: 100,
  suggestions: 25,
};
