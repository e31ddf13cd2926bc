import { home } from '../company/search-request.ts';
import { counted, day } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Badge, CopyButton, Country, Panel } from '../parts/common.tsx';
import { useQuery } from '../use-query.ts';

type Entity = NonNullable<Operations['record']['data']['entity']>;
type Group = NonNullable<Operations['group']['data']['entityGroup']>;
type Relation = Group['chain'][number];

/** A term of GLEIF: IS_DIRECTLY_CONSOLIDATED_BY becomes `is directly consolidated by`. */
const inWords = (term: string): string => term.toLowerCase().replaceAll('_', ' ');

/** What a company above or below is. Funds and branches have relations of their own, which are shown in GLEIF's words. */
const roles: Record<'above' | 'below', Record<string, string>> = {
  above: { IS_DIRECTLY_CONSOLIDATED_BY: 'direct parent', IS_ULTIMATELY_CONSOLIDATED_BY: 'ultimate parent' },
  below: { IS_DIRECTLY_CONSOLIDATED_BY: 'direct subsidiary', IS_ULTIMATELY_CONSOLIDATED_BY: 'subsidiary' },
};

/** The identifiers of a record in shared schemes. */
export function Identifiers({ identifiers }: Pick<Entity, 'identifiers'>) {
  if (identifiers.length === 0) return null;
  return (
    <Panel title="Identifiers">
      <ul class="plain">
        {identifiers.map(({ scheme, value, status, since, doubtful, source }) => (
          <li key={value}>
            {scheme} <code>{value}</code> <CopyButton text={value} />{' '}
            <small>{[status && inWords(status), since && `since ${day(since)}`, source].filter(Boolean).join(', ')}</small>{' '}
            {doubtful && <Badge kind="warn">doubtful: another name</Badge>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The companies above and below a company, as a tree. Each that we have a record of is a link to it. */
export function GroupPanel({ id, name }: { id: string; name: string }) {
  const { data } = useQuery('group', { id });
  const group = data?.entityGroup;
  if (!group?.lei || isAlone(group)) return null;
  const { chain, ultimateParent, children, noDirectParent, noUltimateParent } = group;
  const top = ultimateParent && !chain.some(({ member }) => member.lei === ultimateParent.member.lei) ? [ultimateParent] : [];
  const above = [...top, ...chain.toReversed()];
  const below = (
    <ul>
      {children.items.map((relation) => (
        <li key={`${relation.kind} ${relation.member.lei}`}>
          <Member relation={relation} place="below" />
        </li>
      ))}
      {children.meta.total > children.items.length && (
        <li class="faint">and {counted(children.meta.total - children.items.length, 'other')}</li>
      )}
    </ul>
  );
  const own = (
    <>
      <strong>{name}</strong>
      {children.items.length > 0 && below}
    </>
  );
  return (
    <Panel title="Group">
      {above.reduceRight(
        (inside, relation) => (
          <>
            <Member relation={relation} place="above" />
            <ul>
              <li>{inside}</li>
            </ul>
          </>
        ),
        own,
      )}
      {noDirectParent && <p class="faint">No direct parent: {noDirectParent.map(inWords).join(', ')}.</p>}
      {noUltimateParent && <p class="faint">No ultimate parent: {noUltimateParent.map(inWords).join(', ')}.</p>}
    </Panel>
  );
}

const isAlone = ({ chain, ultimateParent, children, noDirectParent, noUltimateParent }: Group): boolean =>
  chain.length === 0 && !ultimateParent && children.items.length === 0 && !noDirectParent && !noUltimateParent;

function Member({ relation, place }: { relation: Relation; place: keyof typeof roles }) {
  const { kind, percentage, checked, member } = relation;
  const { entity, lei } = member;
  const name = entity?.canonicalName ?? member.name ?? lei;
  const code = entity?.countryCode ?? member.countryCode;
  const facts = [
    roles[place][kind] ?? inWords(kind),
    percentage === null ? '' : `${percentage} %`,
    checked === false ? 'not checked' : '',
  ];
  return (
    <>
      {entity ? <a href={`${home}/${entity.id}`}>{name}</a> : name} {code && <Country code={code} />}{' '}
      <small>{facts.filter(Boolean).join(', ')}</small>
    </>
  );
}
