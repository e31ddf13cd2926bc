import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, Problem, type Whole } from './ask.ts';
import type { Operation } from './operations.ts';

interface Query<Data> {
  data?: Whole<Data>;
  problem?: Problem;
  isLoading: boolean;
  reload(): void;
}

/**
 * The answer to an operation, requested again when its variables change. Without variables nothing is requested. The previous
 * answer stays until the next one arrives.
 */
export function useQuery<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables | undefined): Query<Data> {
  const [state, setState] = useState<Omit<Query<Data>, 'reload'>>({ isLoading: true });
  const [round, setRound] = useState(0);
  const key = variables && JSON.stringify(variables);
  useEffect(() => {
    if (key === undefined) return setState({ isLoading: false });
    let isCurrent = true;
    setState(({ problem, ...before }) => ({ ...before, isLoading: true }));
    ask(operation, JSON.parse(key) as Variables).then(
      (data) => isCurrent && setState({ data: data as Whole<Data>, isLoading: false }),
      (problem) => isCurrent && setState({ problem, isLoading: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [operation, key, round]);
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
