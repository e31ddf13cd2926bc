import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, Problem } from './ask.ts';
import type { Operations } from './operations.generated.ts';

interface Query<Data> {
  data?: Data;
  problem?: Problem;
  isLoading: boolean;
  reload(): void;
}

/**
 * The answer to an operation, requested again when its variables change. Without variables nothing is requested. The previous
 * answer stays until the next one arrives.
 */
export function useQuery<Name extends keyof Operations>(
  name: Name,
  variables: Operations[Name]['variables'] | undefined,
): Query<Operations[Name]['data']> {
  const [state, setState] = useState<Omit<Query<Operations[Name]['data']>, 'reload'>>({ isLoading: true });
  const [round, setRound] = useState(0);
  const key = variables && JSON.stringify(variables);
  useEffect(() => {
    if (key === undefined) return setState({ isLoading: false });
    let isCurrent = true;
    setState(({ problem, ...before }) => ({ ...before, isLoading: true }));
    ask(name, JSON.parse(key)).then(
      (data) => isCurrent && setState({ data, isLoading: false }),
      (problem) => isCurrent && setState({ problem, isLoading: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, key, round]);
  return { ...state, reload: useCallback(() => setRound((before) => before + 1), []) };
}

/** An action that changes the account: it says whether it is running, and why it failed. */
export function useAction<Words extends unknown[]>(work: (...words: Words) => Promise<void>) {
  const [problem, setProblem] = useState<Problem>();
  const [isRunning, setRunning] = useState(false);
  const latest = useRef(work);
  latest.current = work;
  const run = useCallback(async (...words: Words) => {
    setProblem(undefined);
    setRunning(true);
    try {
      await latest.current(...words);
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem('internal_error', String(error)));
    } finally {
      setRunning(false);
    }
  }, []);
  return { run, isRunning, problem };
}

/** Repeats some work while the page is visible. */
export function useWhileVisible(work: () => void, milliseconds: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && work(), milliseconds);
    return () => clearInterval(timer);
  }, [work, milliseconds]);
}
