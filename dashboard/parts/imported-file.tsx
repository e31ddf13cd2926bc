import { Badge } from './common.tsx';

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
      <br />
      <small>{file}</small>
      <br />
      <small class="faint">{fileDate ? `File date: ${fileDate}` : 'File date unknown'}</small>
    </>
  );
}
