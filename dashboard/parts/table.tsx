import type { ComponentChildren } from 'preact';

type Column = string | { text: ComponentChildren; kind?: string };

/** A column of numbers, at the right. */
export const figure = (text: ComponentChildren): Column => ({ text, kind: 'figure' });

/** The column of buttons. Its heading is only for screen readers. */
export const actions: Column = { text: <span class="unseen">Actions</span> };

/** The headings of a table. */
export const Head = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map((column, place) => {
        const { text, kind } = typeof column === 'string' ? { text: column } : column;
        return (
          <th scope="col" class={kind} key={String(place)}>
            {text}
          </th>
        );
      })}
    </tr>
  </thead>
);

interface RowButtonProps {
  label: string;
  /** What the button is about. Screen readers read it after the label. */
  about: string;
  kind?: 'danger' | undefined;
  isOff?: boolean;
  onClick(): unknown;
}

/** A button of a row. */
export const RowButton = ({ label, about, kind, isOff, onClick }: RowButtonProps) => (
  <button type="button" class={kind} disabled={isOff} onClick={onClick}>
    {label}
    <span class="unseen"> {about}</span>
  </button>
);
