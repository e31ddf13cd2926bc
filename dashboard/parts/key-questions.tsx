import { useState } from 'preact/hooks';
import { keyRules } from '../../src/accounts/limits.ts';
import { ask } from '../ask.ts';
import { day, time } from '../format.ts';
import type { FreshKey } from '../fresh-key.ts';
import type { KeyFragment } from '../operations.generated.ts';
import { useAction } from '../use-query.ts';
import { Dialog, ProblemNote } from './common.tsx';

interface QuestionProps {
  target: KeyFragment;
  onClose(): void;
}

/** Which key it is: a key and its successor have the same name. */
const Which = ({ target: { prefix, rotatedAt, createdAt, expiresAt } }: { target: KeyFragment }) => (
  <p>
    <code>{prefix}…</code>, created on {day(createdAt)}
    {rotatedAt && expiresAt && <>, replaced, ends {time(expiresAt)}</>}.
  </p>
);

export function RevokeKey({ target, onClose, onDone }: QuestionProps & { onDone(): void }) {
  const { run, isRunning, problem } = useAction(async () => {
    await ask('revokeKey', { id: target.id });
    onDone();
    onClose();
  });
  return (
    <Dialog title={`Revoke “${target.name}”?`} onClose={onClose}>
      <Which target={target} />
      <p>Requests with this key are refused within a second. This cannot be undone.</p>
      <ProblemNote problem={problem} />
      <p class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="danger main" disabled={isRunning} onClick={run}>
          Revoke the key
        </button>
      </p>
    </Dialog>
  );
}

const overlaps = (
  [
    [0, 'at once'],
    [3_600, 'in an hour'],
    [86_400, 'in a day'],
    [604_800, 'in a week'],
  ] as const
).filter(([seconds]) => keyRules.overlapSeconds.allows(seconds));

interface RotateProps extends QuestionProps {
  /** An older key, which this one replaced, still works. */
  hasOlder: boolean;
  onMade(key: FreshKey): void;
}

export function RotateKey({ target, hasOlder, onClose, onMade }: RotateProps) {
  const [overlap, setOverlap] = useState<number>(hasOlder ? 0 : 3_600);
  const { run, isRunning, problem } = useAction(async () => {
    const variables = { id: target.id, overlapSeconds: overlap, idempotencyKey: crypto.randomUUID() };
    const { rotateApiKey } = await ask('rotateKey', variables);
    onMade({ secret: rotateApiKey.secret, ...rotateApiKey.apiKey });
    onClose();
  });
  return (
    <Dialog title={`Rotate “${target.name}”`} onClose={onClose}>
      <Which target={target} />
      {hasOlder ? (
        <p>Creates a new key and ends this one at once. Another overlap is possible when the key that it replaced has ended.</p>
      ) : (
        <>
          <p>Creates a new key. Both work until the old one expires.</p>
          <label>
            The old key expires
            <select value={overlap} onChange={({ currentTarget }) => setOverlap(Number(currentTarget.value))}>
              {overlaps.map(([seconds, text]) => (
                <option key={seconds} value={seconds}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <ProblemNote problem={problem} />
      <p class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="main" disabled={isRunning} onClick={run}>
          Create the new key
        </button>
      </p>
    </Dialog>
  );
}
