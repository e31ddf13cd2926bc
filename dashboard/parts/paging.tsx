import { number } from '../format.ts';

interface PagingProps {
  label: string;
  meta: { page: number; pageCount: number };
  onTurn(page: number): void;
}

/** Buttons to the previous and the next page. At the ends they keep the focus, which a disabled button loses. */
export const Paging = ({ label, meta: { page, pageCount }, onTurn }: PagingProps) => {
  const turn = (next: number) => next >= 1 && next <= pageCount && onTurn(next);
  return (
    <nav class="paging" aria-label={label}>
      <button type="button" aria-disabled={page <= 1} onClick={() => turn(page - 1)}>
        Previous
      </button>
      <span role="status">
        Page {number(page)} of {number(pageCount)}
      </span>
      <button type="button" aria-disabled={page >= pageCount} onClick={() => turn(page + 1)}>
        Next
      </button>
    </nav>
  );
};
