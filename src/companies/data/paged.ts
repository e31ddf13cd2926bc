/** Which page of how many a list is. */
export interface Paged {
  page: number;
  pageSize: number;
  total: number;
}
