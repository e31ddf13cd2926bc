import { useState } from 'preact/hooks';
import { watchRules } from '../../src/watching/limits.ts';
import { ProblemNote } from '../parts/common.tsx';
import { useAction } from '../use-query.ts';

const home = '/dashboard/watching';
export const addressOfList = (id: string): string => `${home}?list=${id}`;
export { home };

interface ListFormProps {
  title: string;
  initial?: string;
  /** The plan allows no more lists. */
  isFull: boolean;
  onSubmit(name: string): Promise<void>;
}

/** The name of a list, new or renamed. */
export function ListForm({ title, initial = '', isFull, onSubmit }: ListFormProps) {
  const [name, setName] = useState(initial);
  const { run, isRunning, problem } = useAction(async (event: Event) => {
    event.preventDefault();
    await onSubmit(name);
    setName(initial);
  });
  return (
    <form class="line" onSubmit={run}>
      <label>
        {title}
        <input
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={watchRules.name.most}
          required
          placeholder="for example: suppliers"
          autocomplete="off"
        />
      </label>
      <button type="submit" class="main" disabled={isRunning || isFull}>
        {initial ? 'Rename' : 'Create list'}
      </button>
      {isFull && (
        <p>
          All lists of your plan are in use. Delete one, or <a href="/dashboard/billing">change plan</a>.
        </p>
      )}
      <ProblemNote problem={problem} />
    </form>
  );
}
