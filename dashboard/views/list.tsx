import { useEffect, useReducer, useState } from 'preact/hooks';
import { Problem } from '../ask.ts';
import { useExclusive } from '../list/exclusive.ts';
import { NewList } from '../list/new-list.tsx';
import { Progress } from '../list/progress.tsx';
import { Results } from '../list/results.tsx';
import { ListWork, servedCountries } from '../list/work.ts';
import type { Operations } from '../operations.generated.ts';
import { Loading, ProblemNote } from '../parts/common.tsx';
import { useQuery } from '../use-query.ts';

/** The list of this page. It is worked on while other views are shown. */
let current: Promise<ListWork> | undefined;

async function workOf(owner: string, registers: Operations['registers']['data']['registers']): Promise<ListWork> {
  const before = await current?.catch(() => undefined);
  // Somebody else has signed in: the list of the person before is left alone.
  if (before?.owner !== owner) {
    before?.pause();
    current = new ListWork(owner, servedCountries(registers)).open();
  }
  return current as Promise<ListWork>;
}

export function ListView() {
  const reader = useQuery('reader', {});
  const registers = useQuery('registers', {});
  const owner = reader.data?.me.id;
  const isAlone = useExclusive(owner && `list ${owner}`);
  const [work, setWork] = useState<ListWork>();
  const [problem, setProblem] = useState<Problem>();
  const [, changed] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!owner || !registers.data || !isAlone) return;
    workOf(owner, registers.data.registers).then(setWork, (error) =>
      setProblem(new Problem('internal_error', `This browser cannot keep a list: ${error}`)),
    );
  }, [owner, registers.data, isAlone]);
  useEffect(() => work?.watch(() => changed(undefined)), [work]);
  const failed = problem ?? reader.problem ?? registers.problem;
  if (failed) return <ProblemNote problem={failed} retry={() => location.reload()} />;
  if (isAlone === false) return <p class="note warn">Your list is open in another tab. Go on there, or close that tab.</p>;
  if (!work || !reader.data) return <Loading />;
  if (!work.list) return <NewList work={work} usage={reader.data.account.usage} />;
  return (
    <>
      <Progress work={work} list={work.list} onDiscard={reader.reload} />
      <Results work={work} list={work.list} />
    </>
  );
}
