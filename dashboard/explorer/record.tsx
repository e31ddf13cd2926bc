import { Fragment } from 'preact';
import { activitiesIn, addressBlock, addressesOf, ageOf, nameText } from '../company/facts.ts';
import { addressOf, home, sectorText } from '../company/search-request.ts';
import { country as countryName, day, time, words } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Badge, CopyButton, Country, Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { Fields } from '../parts/fields.tsx';
import { Samples } from '../parts/samples.tsx';
import { useTitle } from '../title.ts';
import { useQuery } from '../use-query.ts';
import { WatchButton } from '../watching/watch-button.tsx';
import { GroupPanel, Identifiers } from './group.tsx';
import { useHeadings } from './headings.ts';
import { Timeline } from './timeline.tsx';

type Entity = NonNullable<Operations['record']['data']['entity']>;

const searchKept = 'last-search';
/** The address of the last search of this tab, to return to. */
export const keepSearch = (address: string): void => sessionStorage.setItem(searchKept, address);
const lastSearch = (): string | null => sessionStorage.getItem(searchKept);

/** One record on a page of its own. */
export function RecordPage({ id }: { id: string }) {
  const last = lastSearch();
  return (
    <>
      <p>{last ? <a href={last}>Back to the results</a> : <a href={home}>Search</a>}</p>
      <RecordById id={id} isPage />
    </>
  );
}

/** One record in full. On a page of its own its name is the heading of the page. */
export function RecordById({ id, isPage = false }: { id: string; isPage?: boolean }) {
  const { data, problem, isLoading, reload } = useQuery('record', { id });
  useTitle(data?.entity?.canonicalName);
  if (problem) return <ProblemNote problem={problem} retry={reload} />;
  if (!data && isLoading) return <Loading />;
  if (!data?.entity) return <p class="empty">There is no record with this ID. Its register may have removed it.</p>;
  return <RecordInFull entity={data.entity} isPage={isPage} />;
}

function RecordInFull({ entity, isPage }: { entity: Entity; isPage: boolean }) {
  const { registry, history } = entity;
  const activities = activitiesIn((registry as Record<string, unknown>)['activities']);
  const headings = useHeadings();
  // The first one is the address in the common form.
  const others = addressesOf(registry).slice(entity.address ? 1 : 0);
  const block = addressBlock(entity.address, entity.countryCode, countryName);
  return (
    <>
      {!isPage && <h2>{entity.canonicalName}</h2>}
      <p>
        <WatchButton label="Watch…" companies={[entity.id]} />
      </p>
      <Facts entity={entity} />
      <Panel title="Address and activities">
        <dl>
          {block.length > 0 && (
            <>
              <dt>Address</dt>
              <dd>
                <address>
                  {block.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </address>
              </dd>
            </>
          )}
          {others.map(({ label, line }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{line}</dd>
            </Fragment>
          ))}
          <dt>Activities</dt>
          <dd>
            <ul class="plain">
              {activities.map(({ text, codes }) => (
                <li key={text}>
                  {text}
                  {codes.map((code) => (
                    <small class="sector" key={code}>
                      <a href={addressOf(home, { nace: code })}>NACE {sectorText(code, headings)}</a>
                    </small>
                  ))}
                </li>
              ))}
              {activities.length === 0 && <li class="faint">none</li>}
            </ul>
          </dd>
        </dl>
      </Panel>
      {entity.otherNames.length > 0 && (
        <Panel title="Other names">
          <ul class="plain">
            {entity.otherNames.map((other) => (
              <li key={`${other.kind} ${other.name}`}>
                {other.name} <small>{nameText(other)}</small>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Identifiers identifiers={entity.identifiers} />
      <GroupPanel id={entity.id} name={entity.canonicalName} />
      {history && <Timeline items={history.items} total={history.meta.total} />}
      <Panel title="Registrations">
        <Fields value={entity.registrations} />
      </Panel>
      <Folded title="National fields">
        <Fields value={registry} />
      </Folded>
      <Folded title="Source row, as published">
        <Fields value={entity.sourceData} isVerbatim />
      </Folded>
      {entity.provenance && (
        <Folded title="Provenance">
          <Fields value={entity.provenance} />
        </Folded>
      )}
      <Samples request={{ path: `/api/v1/entities/${entity.id}` }} />
    </>
  );
}

/** What most people look for first. */
function Facts({ entity }: { entity: Entity }) {
  const { number, registeredAt, endedAt } = entity;
  const age = ageOf(registeredAt, endedAt ? new Date(endedAt) : new Date());
  return (
    <section class="panel facts" aria-label="Main facts">
      <dl>
        <div>
          <dt>Status</dt>
          <dd>
            <Badge kind={entity.status}>{words(entity.status)}</Badge>
          </dd>
        </div>
        {number && (
          <div>
            <dt>Number</dt>
            <dd>
              {number} <small>{entity.numberScheme}</small> <CopyButton text={number} />
            </dd>
          </div>
        )}
        <div>
          <dt>Country</dt>
          <dd>
            <Country code={entity.countryCode} />
          </dd>
        </div>
        <div>
          <dt>Legal form</dt>
          <dd>
            {entity.legalFormLabel ?? entity.legalForm ?? '–'} {entity.legalFormLabel && <small>{entity.legalForm}</small>}{' '}
            {entity.legalFormGroup && <small>{words(entity.legalFormGroup)}</small>}
          </dd>
        </div>
        <div>
          <dt>Registered</dt>
          <dd>
            {registeredAt ? day(registeredAt) : '–'} {age && <small>{age}</small>}
          </dd>
        </div>
        {endedAt && (
          <div>
            <dt>Ended</dt>
            <dd>
              {day(endedAt)} {entity.endKind && <small>{words(entity.endKind)}</small>}
            </dd>
          </div>
        )}
        <div>
          <dt>Last changed</dt>
          <dd>{time(entity.updatedAt)}</dd>
        </div>
        <div>
          <dt>ID</dt>
          <dd>
            <code>{entity.id}</code> <CopyButton text={entity.id} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

const Folded = ({ title, children }: { title: string; children: preact.ComponentChildren }) => (
  <details class="panel">
    <summary>
      <h2>{title}</h2>
    </summary>
    {children}
  </details>
);
