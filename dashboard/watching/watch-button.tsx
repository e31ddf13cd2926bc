import { useState } from 'preact/hooks';
import { ProblemNote } from '../parts/common.tsx';
import { useAction } from '../use-query.ts';
import type { WatchDialog, Watched } from './watch-dialog.tsx';

/** Asks for the watch list that companies are added to, or makes one of a search. The code of the dialog is loaded then. */
export function WatchButton({ label, ...watched }: Watched & { label: string }) {
  const [Dialog, setDialog] = useState<typeof WatchDialog>();
  const { run, problem } = useAction(async () => {
    const { WatchDialog: loaded } = await import('./watch-dialog.tsx');
    setDialog(() => loaded);
  });
  return (
    <>
      <button type="button" onClick={run}>
        {label}
      </button>
      <ProblemNote problem={problem} />
      {Dialog && <Dialog {...watched} onClose={() => setDialog(undefined)} />}
    </>
  );
}
