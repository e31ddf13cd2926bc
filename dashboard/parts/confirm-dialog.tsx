import type { ComponentChildren } from 'preact';
import type { useAction } from '../use-query.ts';
import { Dialog, ProblemNote } from './common.tsx';

interface DialogProps {
  title: string;
  /** What is done, and what its button says. */
  action: Pick<ReturnType<typeof useAction<[]>>, 'run' | 'isRunning' | 'problem'>;
  button: string;
  /** Something is lost by it. */
  isDanger?: boolean;
  isReady?: boolean;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog that does something or is cancelled. */
export const ConfirmDialog = ({ title, action, button, isDanger, isReady = true, onClose, children }: DialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <form
      onSubmit={(event) => {
        event.preventDefault();
        action.run();
      }}
    >
      {children}
      <ProblemNote problem={action.problem} />
      <p class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class={isDanger ? 'danger main' : 'main'} disabled={action.isRunning || !isReady}>
          {button}
        </button>
      </p>
    </form>
  </Dialog>
);

/** In seconds. */
const overlaps = [
  [0, 'at once'],
  [3_600, 'in an hour'],
  [86_400, 'in a day'],
  [604_800, 'in a week'],
] as const;

interface OverlapProps {
  label: string;
  seconds: number;
  onChange(seconds: number): void;
}

/** Chooses when the old one of two secrets ends. */
export const OverlapField = ({ label, seconds, onChange }: OverlapProps) => (
  <label>
    {label}
    <select value={seconds} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
      {overlaps.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
