import { useId, useState } from 'preact/hooks';
import { matchRules } from '../../src/matching/matches/rules.ts';
import { counted } from '../format.ts';
import { Panel } from '../parts/common.tsx';
import { ColumnsForm, type Source } from './columns-form.tsx';
import type { Usage } from './price.tsx';
import { type Delimiter, mostRows, readCsv, textOf, Unreadable } from './read-csv.ts';
import type { ListWork } from './work.ts';

const pasted = 'list.csv';
const sample = 'name;country\nAlpha Trading Ltd;GB\n…';

/** Takes a list by pasting, dropping or choosing a file, and then asks for its columns. */
export function NewList({ work, usage }: { work: ListWork; usage: Usage }) {
  const [source, setSource] = useState<Source>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [isOver, setOver] = useState(false);
  const hint = useId();
  const read = (name: string, content: string, delimiter?: Delimiter) => {
    try {
      setSource({ name, text: content, table: readCsv(content, delimiter) });
      setProblem('');
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      setProblem(error.message);
    }
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    try {
      read(file.name, textOf(new Uint8Array(await file.arrayBuffer())));
    } catch (error) {
      setProblem(error instanceof Unreadable ? error.message : 'The file cannot be read.');
    }
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    readFile(file);
  };
  const note = problem !== '' && (
    <p class="note bad" role="alert">
      {problem}
    </p>
  );
  if (source)
    return (
      <>
        {note}
        <ColumnsForm
          key={`${source.name} ${source.table.delimiter}`}
          {...{ work, usage, source }}
          onDelimiter={(delimiter) => read(source.name, source.text, delimiter)}
          onCancel={() => setSource(undefined)}
        />
      </>
    );
  return (
    <>
      <p class="lead">
        Find the companies of a spreadsheet: names, misspelt or outdated, and what else you know of them. Each row costs one unit
        of your quota, and you see the price before it begins.
      </p>
      {note}
      <Panel title="Your list">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the fields inside do. */}
        <div
          class={`drop ${isOver ? 'over' : ''}`}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <label>
            Choose a CSV file, or drop it here
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              onChange={({ currentTarget }) => readFile(currentTarget.files?.[0])}
            />
          </label>
          <label>
            Or paste rows of a spreadsheet
            <textarea
              rows={6}
              placeholder={sample}
              aria-describedby={hint}
              spellcheck={false}
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
          <p class="buttons">
            <button type="button" class="main" disabled={text.trim() === ''} onClick={() => read(pasted, text)}>
              Continue
            </button>
          </p>
        </div>
        <p id={hint} class="faint">
          Up to {counted(mostRows, 'row')}, with commas, semicolons or tabs between the cells. The list stays in this browser
          until you throw it away or sign out. The service receives only the columns that you choose,{' '}
          {counted(matchRules.maxQueries, 'row')} at a time.
        </p>
      </Panel>
    </>
  );
}
