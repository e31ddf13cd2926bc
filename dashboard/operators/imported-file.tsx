import type { ComponentChildren } from 'preact';
import { day } from '../format.ts';
import { Badge } from '../parts/common.tsx';

interface Run {
  file: string;
  fileDate: string | null;
  isServed: boolean;
}

/** Whose file an import took, which one, and of which day. */
export function ImportedFile({ of, run: { file, fileDate, isServed } }: { of: string; run: Run }) {
  return (
    <>
      <code>{of}</code> {isServed && <Badge kind="good">served</Badge>}
      <Remark>{file}</Remark>
      <Remark kind="faint">{fileDate ? `File date: ${day(fileDate)}` : 'File date unknown'}</Remark>
    </>
  );
}

/** A line of small print in a cell. */
export const Remark = ({ kind = '', children }: { kind?: string; children: ComponentChildren }) => (
  <>
    <br />
    <small class={kind}>{children}</small>
  </>
);
