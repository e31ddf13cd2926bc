import type { FieldChangeFragment } from '../operations.generated.ts';
import { Rows } from './common.tsx';
import { Fields } from './fields.tsx';
import { Head } from './table.tsx';

/** Fields with their values before and after. */
export const FieldChanges = ({ label, changes }: { label: string; changes: FieldChangeFragment[] }) => (
  <Rows label={label} kind="before-after">
    <Head columns={['Field', 'Before', 'After']} />
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
