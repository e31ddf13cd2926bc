/** What a client may ask for, wherever it asks. */
export const searchLimits = { fragment: 200, page: 2 ** 31 - 1, pageSize: 100 };
