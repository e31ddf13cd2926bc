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
 * The answer to an operation, asked anew when its variables change. Without variables it is not asked. What was there before
 * stays meanwhile.
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

/** Something that changes the account: it runs once at a time, and tells its problem. */
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

/** Does something every so often while somebody looks at the page. */
export function useWhileVisible(work: () => void, milliseconds: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && work(), milliseconds);
    return () => clearInterval(timer);
  }, [work, milliseconds]);
}
