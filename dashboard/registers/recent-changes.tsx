import { useEffect, useRef, useState } from 'preact/hooks';
import { isNews, sentencesOf } from '../company/facts.ts';
import { counted, country, number, time, words } from '../format.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { FieldChanges } from '../parts/field-changes.tsx';
import { Samples } from '../parts/samples.tsx';
import { actions, figure, Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';

/** The number of changes that are shown; the feed has all of them. */
const shown = 20;
interface Chosen {
  dataVersion: number;
  cursor: string;
}

/** What the last imports changed; the changes of one of them on demand. */
export function RecentChanges() {
  const { data, problem, reload } = useQuery('changeSets', {});
  const [chosen, setChosen] = useState<Chosen>();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  return (
    <Panel title="Recent changes">
      <p>
        What each import changed. The first import of a register is a single entry. Showing changes costs one request; this list
        is free. <a href="/docs/changes">How to follow changes</a>
      </p>
      {data.changeSets.length === 0 && <p class="empty">No imports yet.</p>}
      {data.changeSets.length > 0 && (
        <Rows label="Recent changes" kind="cards">
          <Head columns={['When', 'Country', figure('Entries'), figure('Records afterwards'), actions]} />
          <tbody>
            {data.changeSets.map(({ dataVersion, countryCode, at, reason, changes: size, records, cursor }) => (
              <tr key={dataVersion}>
                <td class="when">{time(at)}</td>
                <th scope="row">
                  {country(countryCode)} {reason === 'mapping' && <small>the same file, read in a new way</small>}
                </th>
                <td class="figure" data-label="Entries">
                  {number(size)}
                </td>
                <td class="figure" data-label="Records afterwards">
                  {number(records)}
                </td>
                <td class="actions">
                  {cursor && size > 0 && (
                    <button type="button" onClick={() => setChosen({ dataVersion, cursor })}>
                      Show<span class="unseen"> the changes of {time(at)}</span>
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Rows>
      )}
      {chosen && <ChangesOf key={chosen.dataVersion} {...chosen} />}
    </Panel>
  );
}

function ChangesOf({ dataVersion, cursor }: Chosen) {
  const { data, problem, reload } = useQuery('changes', { cursor, limit: shown });
  const section = useRef<HTMLElement>(null);
  const isThere = data !== undefined;
  // They are below the list, which may fill the window.
  useEffect(() => {
    if (isThere) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isThere]);
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  // The page may also have changes of the next import.
  const items = data.changes.items.filter((change) => change.dataVersion === dataVersion);
  return (
    <section ref={section} aria-label="Changes" aria-live="polite">
      <h3>{items.length === shown ? `The first ${shown} changes` : counted(items.length, 'change')}</h3>
      {items.map(({ cursor: place, type, entityId, canonicalName, countryCode, changes: fields }) => (
        <div key={place}>
          <p>
            <Badge kind="calm">{words(type)}</Badge>{' '}
            {entityId ? (
              <a href={`/dashboard/explorer/${entityId}`}>{canonicalName}</a>
            ) : (
              `The first import of ${country(countryCode)} (a single entry)`
            )}
          </p>
          {type === 'updated' && (
            <>
              <ul>
                {sentencesOf(type, fields).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              <details>
                <summary>Technical details</summary>
                <FieldChanges label={`What changed in ${canonicalName}`} changes={fields.filter(isNews)} />
              </details>
            </>
          )}
        </div>
      ))}
      <Samples request={{ path: `/api/v1/changes?${new URLSearchParams({ cursor, limit: String(shown) })}` }} />
    </section>
  );
}
