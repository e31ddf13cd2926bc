import { country, time, words } from '../format.ts';
import { Badge, CopyButton, Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { Fields } from '../parts/fields.tsx';
import { History } from '../parts/history.tsx';
import { Samples } from '../parts/samples.tsx';
import { useQuery } from '../use-query.ts';

/** One record in full. */
export function RecordView({ id }: { id: string }) {
  const { data, problem, isLoading, reload } = useQuery('record', { id });
  const back = (
    <p>
      <a href="/dashboard/explorer">New search</a>
    </p>
  );
  if (problem)
    return (
      <>
        <ProblemNote problem={problem} retry={reload} />
        {back}
      </>
    );
  if (!data && isLoading) return <Loading />;
  if (!data?.entity)
    return (
      <>
        <p class="empty">There is no record with this id. Its register may have removed it.</p>
        {back}
      </>
    );
  const { entity } = data;
  return (
    <>
      {back}
      <Panel title={entity.canonicalName} aside={<Badge kind={entity.status}>{words(entity.status)}</Badge>}>
        <dl>
          <dt>Country</dt>
          <dd>{country(entity.countryCode)}</dd>
          <dt>Legal form</dt>
          <dd>{entity.legalForm ?? '–'}</dd>
          <dt>Registered</dt>
          <dd>{entity.registeredAt ?? '–'}</dd>
          <dt>Last changed</dt>
          <dd>{time(entity.updatedAt)}</dd>
          <dt>ID</dt>
          <dd>
            <code>{entity.id}</code> <CopyButton text={entity.id} />
          </dd>
        </dl>
      </Panel>
      <Samples request={{ path: `/api/v1/entities/${entity.id}` }} />
      <Panel title="Registrations">
        <Fields value={entity.registrations} />
      </Panel>
      <Panel title="National fields">
        <Fields value={entity.registry} />
      </Panel>
      <Panel title="Source row, as published">
        <Fields value={entity.sourceData} isVerbatim />
      </Panel>
      {entity.history && <History items={entity.history.items} total={entity.history.meta.total} />}
      {entity.provenance && (
        <Panel title="Provenance">
          <Fields value={entity.provenance} />
        </Panel>
      )}
    </>
  );
}
