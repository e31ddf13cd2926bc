import { counted, time, words } from '../format.ts';
import type { FieldChangeFragment, Operations } from '../operations.generated.ts';
import { Badge, Panel, Rows } from './common.tsx';
import { Fields } from './fields.tsx';

type Entries = NonNullable<Operations['record']['data']['entity']['history']>['items'];

/** What changed in a record, newest first, with the old and the new values. */
export const History = ({ items, total }: { items: Entries; total: number }) => (
  <Panel title="History" aside={<span class="faint">{counted(total, 'change')}</span>}>
    {items.length === 0 && <p class="empty">No changes since the first import.</p>}
    {items.map(({ cursor, at, type, reason, changes }) => (
      <section key={cursor} aria-label={`${words(type)} ${time(at)}`}>
        <h3>
          {time(at)} <Badge kind="calm">{words(type)}</Badge>{' '}
          {reason === 'mapping' && <small>we changed how we read the same file</small>}
        </h3>
        {changes.length > 0 && <FieldChanges label={`Changes of ${time(at)}`} changes={changes} />}
      </section>
    ))}
  </Panel>
);

/** Fields with their values before and after. */
export const FieldChanges = ({ label, changes }: { label: string; changes: FieldChangeFragment[] }) => (
  <Rows label={label} kind="before-after">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      {changes.map((change) => (
        <tr key={change.path}>
          <th scope="row">
            <code>{change.path || 'the record'}</code>
          </th>
          <td>
            <Fields value={change.old} />
          </td>
          <td>
            <Fields value={change.new} />
          </td>
        </tr>
      ))}
    </tbody>
  </Rows>
);
