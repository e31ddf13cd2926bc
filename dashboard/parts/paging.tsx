import { number } from '../format.ts';

interface PagingProps {
  label: string;
  meta: { page: number; pageCount: number };
  onTurn(page: number): void;
}

/** Links to the previous and the next page. */
export const Paging = ({ label, meta: { page, pageCount }, onTurn }: PagingProps) => (
  <nav class="paging" aria-label={label}>
    <button type="button" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
      Previous
    </button>
    <span>
      Page {number(page)} of {number(pageCount)}
    </span>
    <button type="button" disabled={page >= pageCount} onClick={() => onTurn(page + 1)}>
      Next
    </button>
  </nav>
);
