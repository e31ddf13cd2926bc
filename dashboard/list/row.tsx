import { useEffect, useRef, useState } from 'preact/hooks';
import { number, words } from '../format.ts';
import { Badge, Country, Dialog, Loading } from '../parts/common.tsx';
import { type Answer, type Candidate, leastDoubtful } from './answers.ts';
import { type Field, fields, nameOf } from './columns.ts';
import { Score } from './score.tsx';
import type { List } from './store.ts';
import type { ListWork } from './work.ts';

interface RowDialogProps {
  work: ListWork;
  list: List;
  row: number;
  /** The doubtful rows, in their order. */
  doubtful: readonly number[];
  onRow(row: number | undefined): void;
}

/** The candidates of a row with the reasons for their scores, and the person's decision. After it the next doubtful row comes. */
export function RowDialog({ work, list, row, doubtful, onRow }: RowDialogProps) {
  const [answer, setAnswer] = useState<Answer>();
  const [selected, setSelected] = useState<string>();
  const choices = useRef<HTMLFieldSetElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    setAnswer(undefined);
    work.answerOf(row).then((found) => {
      if (!isCurrent || !found) return;
      setAnswer(found);
      setSelected(found.choice ?? found.results[0]?.entity.id);
    });
    return () => {
      isCurrent = false;
    };
  }, [work, row]);
  useEffect(() => {
    if (answer) (choices.current?.querySelector<HTMLElement>(':checked') ?? dialog.current)?.focus();
  }, [answer?.row]);
  const next = doubtful.find((one) => one > row) ?? doubtful.find((one) => one < row);
  const previous = doubtful.findLast((one) => one < row) ?? doubtful.findLast((one) => one > row);
  const move = (to: number | undefined) => to !== undefined && onRow(to);
  const decide = async (choice: string | null | undefined) => {
    if (!answer) return;
    await work.choose(answer, choice);
    if (choice === undefined) setAnswer({ row, results: answer.results });
    else onRow(next);
  };
  const keys: Record<string, () => void> = {
    y: () => selected && decide(selected),
    n: () => decide(null),
    ArrowRight: () => move(next),
    ArrowLeft: () => move(previous),
  };
  const press = (event: KeyboardEvent) => {
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  return (
    <Dialog kind="drawer" title={`Row ${number(row + 1)}: ${nameOf(list, row)}`} onClose={() => onRow(undefined)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the buttons below. */}
      <div class="decision" ref={dialog} tabIndex={-1} onKeyDown={press}>
        <Given list={list} row={row} />
        {!answer && <Loading />}
        {answer && answer.results.length === 0 && <p class="empty">No company has a name like this.</p>}
        {answer && answer.results.length > 0 && (
          <>
            <fieldset class="plain" ref={choices}>
              <legend>Which company is it?</legend>
              {answer.results.map((candidate) => (
                <CandidateChoice
                  key={candidate.entity.id}
                  candidate={candidate}
                  isSelected={candidate.entity.id === selected}
                  onSelect={() => setSelected(candidate.entity.id)}
                />
              ))}
            </fieldset>
            <div class="verdict">
              <p role="status">{verdictOf(answer)}</p>
              <p class="buttons">
                {answer.choice !== undefined && (
                  <button type="button" onClick={() => decide(undefined)}>
                    Undo
                  </button>
                )}
                <button type="button" aria-disabled={previous === undefined} onClick={() => move(previous)}>
                  <kbd>←</kbd> Previous
                </button>
                <button type="button" aria-disabled={next === undefined} onClick={() => move(next)}>
                  Next doubtful <kbd>→</kbd>
                </button>
                <button type="button" onClick={() => decide(null)}>
                  No, none of these <kbd>N</kbd>
                </button>
                <button type="button" class="main" onClick={() => selected && decide(selected)}>
                  Yes, this one <kbd>Y</kbd>
                </button>
              </p>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

function verdictOf({ choice, results: [best] }: Answer): string {
  if (choice === null) return 'You decided that it is none of these.';
  if (choice !== undefined) return 'You decided.';
  if (best && best.score < leastDoubtful) return 'None of these is likely.';
  return best?.match ? 'The best one is a match.' : 'It is doubtful. Choose one with the arrow keys.';
}

/** What the list says of the row. */
const Given = ({ list: { rows, columns }, row }: Pick<RowDialogProps, 'list' | 'row'>) => (
  <dl>
    {(Object.keys(fields) as Field[]).map((field) => {
      const value = rows[row]?.[columns[field] ?? -1]?.trim();
      return (
        value && (
          <div key={field}>
            <dt>{fields[field]}</dt>
            <dd>{value}</dd>
          </div>
        )
      );
    })}
  </dl>
);

interface CandidateChoiceProps {
  candidate: Candidate;
  isSelected: boolean;
  onSelect(): void;
}

const signed = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });

/** A sentence of the service. What it quotes stands between backticks. */
const Sentence = ({ text }: { text: string }) => (
  <span>{text.split('`').map((part, place) => (place % 2 === 0 ? part : <strong key={String(place)}>{part}</strong>))}</span>
);

/** A candidate, and if it is selected the reasons for its score. */
function CandidateChoice({ candidate: { entity, score, matchedName, features }, isSelected, onSelect }: CandidateChoiceProps) {
  return (
    <div class={`candidate ${isSelected ? 'selected' : ''}`}>
      <label>
        <input type="radio" name="candidate" checked={isSelected} onChange={onSelect} />
        <span>
          <strong>{entity.canonicalName}</strong>
          {matchedName.kind !== 'current' && <small class="matched">By its other name {matchedName.name}</small>}
          <small class="matched">
            {entity.number} · <Country code={entity.countryCode} /> <Badge kind={entity.status}>{words(entity.status)}</Badge>
          </small>
        </span>
        <Score value={score} />
      </label>
      {isSelected && (
        <>
          <ul class="reasons">
            {features.map(({ id, explanation, score: value, weight }) => (
              <li key={`${id} ${explanation}`}>
                <span class="figure">{signed.format(value * weight)}</span> <Sentence text={explanation} />
              </li>
            ))}
          </ul>
          <p>
            <a href={`/dashboard/explorer/${entity.id}`} target="_blank" rel="noreferrer">
              Open the record
            </a>{' '}
            <small>for one unit, in a new tab</small>
          </p>
        </>
      )}
    </div>
  );
}
