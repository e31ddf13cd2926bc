import { useState } from 'preact/hooks';
import { keyRules } from '../../src/accounts/limits.ts';
import { ask } from '../ask.ts';
import type { KeyFragment } from '../operations.generated.ts';
import { useAction } from '../use-query.ts';
import { Dialog, ProblemNote } from './common.tsx';

interface QuestionProps {
  target: KeyFragment;
  onClose(): void;
}

export function RevokeKey({ target, onClose, onDone }: QuestionProps & { onDone(): void }) {
  const { run, isRunning, problem } = useAction(async () => {
    await ask('revokeKey', { id: target.id });
    onDone();
    onClose();
  });
  return (
    <Dialog title={`Revoke “${target.name}”?`} onClose={onClose}>
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

export function RotateKey({ target, onClose, onMade }: QuestionProps & { onMade(secret: string, name: string): void }) {
  const [overlap, setOverlap] = useState<number>(3_600);
  const { run, isRunning, problem } = useAction(async () => {
    const variables = { id: target.id, overlapSeconds: overlap, idempotencyKey: crypto.randomUUID() };
    const { rotateApiKey } = await ask('rotateKey', variables);
    onMade(rotateApiKey.secret, rotateApiKey.apiKey.name);
    onClose();
  });
  return (
    <Dialog title={`Rotate “${target.name}”`} onClose={onClose}>
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
