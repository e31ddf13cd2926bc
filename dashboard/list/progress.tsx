import { useState } from 'preact/hooks';
import { counted, country as countryName, dayInWords, number } from '../format.ts';
import { Dialog, Panel, ProblemNote } from '../parts/common.tsx';
import { useSetting } from '../settings.ts';
import { save } from '../usage/csv.ts';
import { useAction, useQuery } from '../use-query.ts';
import { type ExtraField, extraFields, fileOf } from './file.ts';
import { Price } from './price.tsx';
import type { List } from './store.ts';
import type { ListWork } from './work.ts';

interface ProgressProps {
  work: ListWork;
  list: List;
  onDiscard(): void;
}

/** How far a list is, what stops it, and what can be done with it. */
export function Progress({ work, list, onDiscard }: ProgressProps) {
  const [isDiscarding, setDiscarding] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const rows = work.agreed.flatMap((listQuery) => listQuery.rows);
  const answered = rows.filter((row) => work.summaries[row]).length;
  const isDone = work.halt?.kind === 'done';
  return (
    <Panel
      title={`${counted(list.rows.length, 'row')} of ${list.name}`}
      aside={<small class="faint">{list.country && `All in ${countryName(list.country)}`}</small>}
    >
      <div class="progress">
        <progress max={Math.max(1, rows.length)} value={answered} aria-label="Answered rows" />
        <span class="figure">
          {number(answered)} of {number(rows.length)} answered
        </span>
      </div>
      <p role="status">{statusOf(work)}</p>
      <HaltNote work={work} />
      <p class="buttons">
        <button type="button" class="danger" onClick={() => setDiscarding(true)}>
          Throw away…
        </button>
        {work.isRunning && (
          <button type="button" onClick={() => work.pause()}>
            Pause
          </button>
        )}
        {(work.halt?.kind === 'paused' || work.halt?.kind === 'quota') && (
          <button type="button" class="main" onClick={() => work.start()}>
            Go on
          </button>
        )}
        <button type="button" class={isDone ? 'main' : ''} onClick={() => setSaving(true)}>
          Download…
        </button>
      </p>
      {isSaving && <DownloadDialog work={work} list={list} onClose={() => setSaving(false)} />}
      {isDiscarding && (
        <Dialog title="Throw the list away?" onClose={() => setDiscarding(false)}>
          <p>
            The list and its answers are removed from this browser. Asking again costs again.{' '}
            {answered > 0 && 'Download it first if you need it.'}
          </p>
          <p class="buttons">
            <button type="button" onClick={() => setDiscarding(false)}>
              Keep
            </button>
            <button
              type="button"
              class="danger main"
              onClick={() => {
                work.discard();
                onDiscard();
              }}
            >
              Throw away
            </button>
          </p>
        </Dialog>
      )}
    </Panel>
  );
}

function statusOf({ activity, halt }: ListWork): string {
  if (activity?.kind === 'waiting')
    return `${activity.problem.message} It goes on by itself in ${counted(activity.seconds, 'second')}.`;
  if (activity) return 'Asking. You can leave this page: what is answered is kept, and it goes on when you come back.';
  return halt?.kind === 'paused' ? 'Paused.' : '';
}

/** Why a list stands still, and what can be done. */
function HaltNote({ work }: { work: ListWork }) {
  const { halt } = work;
  if (!halt || halt.kind === 'paused') return null;
  if (halt.kind === 'done') return <Rest work={work} />;
  if (halt.kind === 'failed') return <ProblemNote problem={halt.problem} retry={() => work.start()} />;
  return (
    <div class="note warn" role="alert">
      {halt.kind === 'signedOut' && (
        <p>
          Your session has ended. Nothing is lost: <a href="/auth/login?returnTo=/dashboard/list">sign in</a>, and it goes on.
        </p>
      )}
      {halt.kind === 'otherPerson' && (
        <p>
          Somebody else is signed in now. <a href="/dashboard/list">Load their page</a>.
        </p>
      )}
      {halt.kind === 'quota' && (
        <p>
          The quota is used up until {dayInWords(halt.until)}. What is answered is kept. Go on then, or{' '}
          <a href="/dashboard/billing">change the plan</a>.
        </p>
      )}
      {halt.kind === 'lost' && (
        <>
          <p>
            The answer for {counted(halt.sent.units, 'row')} was lost on its way.{' '}
            {halt.isCertain
              ? `It was paid for: ${counted(halt.sent.units, 'unit')}.`
              : `It may have been paid for: ${counted(halt.sent.units, 'unit')}. The request log does not tell.`}
          </p>
          <p class="buttons">
            <button type="button" onClick={() => work.resolveLost('without')}>
              Go on without these rows
            </button>
            <button type="button" class="main" onClick={() => work.resolveLost('again')}>
              Ask again for {counted(halt.sent.units, 'unit')}
            </button>
          </p>
        </>
      )}
    </div>
  );
}

/** After the first rows of a list, the price of the others. */
function Rest({ work }: { work: ListWork }) {
  const { data } = useQuery('reader', {});
  const agreed = work.agreed.length;
  if (!data || work.listQueries.listQueries.length <= agreed) return null;
  return (
    <Price
      asked={work.listQueries}
      from={agreed}
      usage={data.account.usage}
      isRunning={false}
      onBegin={(most) => work.extend(most)}
    />
  );
}

function DownloadDialog({ work, list, onClose }: Omit<ProgressProps, 'onDiscard'> & { onClose(): void }) {
  const [chosen, setChosen] = useSetting<ExtraField[]>('list-fields', ['status']);
  const toggle = (field: ExtraField) =>
    setChosen(chosen.includes(field) ? chosen.filter((one) => one !== field) : [...chosen, field]);
  const { run } = useAction(async () => {
    const extra = (Object.keys(extraFields) as ExtraField[]).filter((field) => chosen.includes(field));
    save(`${list.name.replace(/\.\w+$/, '')}-matched.csv`, fileOf(list, work.summaries, extra));
    onClose();
  });
  return (
    <Dialog title="Download as CSV" onClose={onClose}>
      <p>
        Your columns as they are, then state, id, name, number, country and score of each company, and the name that fits best.
      </p>
      <fieldset class="plain">
        <legend>Also</legend>
        {(Object.entries(extraFields) as [ExtraField, string][]).map(([field, title]) => (
          <label class="check" key={field}>
            <input type="checkbox" checked={chosen.includes(field)} onChange={() => toggle(field)} /> {title}
          </label>
        ))}
      </fieldset>
      <p class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="main" onClick={run}>
          Download
        </button>
      </p>
    </Dialog>
  );
}
