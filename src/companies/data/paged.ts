/** The page of a list that is shown, and the length of the whole list. */
export interface Paged {
  page: number;
  pageSize: number;
  total: number;
}
