import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { counted, day, number } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Dialog, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { actions, Head, RowButton } from '../parts/table.tsx';
import { useAction, useQuery } from '../use-query.ts';
import { filterText } from './filter-text.ts';
import { addressOfList, ListForm } from './list-form.tsx';

type List = Operations['watchLists']['data']['watchLists'][number];
type Asked = { kind: 'rename' | 'delete'; list: List };

/** All lists of the account. */
export function Lists() {
  const { data, problem, reload } = useQuery('watchLists', {});
  const [dialog, setDialog] = useState<Asked>();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { watchLists } = data;
  const { plan } = data.account;
  const watched = watchLists.reduce((sum, { companies }) => sum + companies, 0);
  const close = () => setDialog(undefined);
  const create = async (name: string) => {
    await ask('createWatchList', { name });
    reload();
  };
  return (
    <>
      <p class="lead">
        A list has companies, or a search, and every change of them. {number(watchLists.length)} of{' '}
        {counted(plan.maxWatchLists, 'list')} and {number(watched)} of {number(plan.maxWatchedCompanies)} companies used (
        {plan.name} plan). Each page costs one request of your quota. <a href="/docs/watching">How to follow a list</a>
      </p>
      <Panel title="Create a list">
        <ListForm title="Name" isFull={watchLists.length >= plan.maxWatchLists} onSubmit={create} />
        <p>
          Add companies on their pages in the <a href="/dashboard/explorer">explorer</a>, or by{' '}
          <a href="/dashboard/list">matching a list</a>. A search can be watched beside its results.
        </p>
      </Panel>
      <Panel title="Your lists">
        {watchLists.length === 0 ? (
          <p class="empty">No lists yet.</p>
        ) : (
          <Rows label="Your lists" kind="cards">
            <Head columns={['List', 'Watches', 'Created', actions]} />
            <tbody>
              {watchLists.map((list) => (
                <tr key={list.id}>
                  <th scope="row">
                    <a href={addressOfList(list.id)}>{list.name}</a>
                  </th>
                  <td data-label="Watches">
                    {list.filter ? filterText(list.filter) : counted(list.companies, 'company', 'companies')}
                  </td>
                  <td class="when" data-label="Created">
                    {day(list.createdAt)}
                  </td>
                  <td class="actions">
                    <RowButton label="Rename" about={list.name} onClick={() => setDialog({ kind: 'rename', list })} />
                    <RowButton
                      label="Delete"
                      about={list.name}
                      kind="danger"
                      onClick={() => setDialog({ kind: 'delete', list })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </Rows>
        )}
      </Panel>
      {dialog?.kind === 'rename' && <RenameList list={dialog.list} onDone={reload} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteList list={dialog.list} onDone={reload} onClose={close} />}
    </>
  );
}

interface DialogProps {
  list: List;
  onDone(): void;
  onClose(): void;
}

const RenameList = ({ list: { id, name }, onDone, onClose }: DialogProps) => (
  <Dialog title={`Rename “${name}”`} onClose={onClose}>
    <ListForm
      title="Name"
      initial={name}
      isFull={false}
      onSubmit={async (next) => {
        await ask('renameWatchList', { id, name: next });
        onDone();
        onClose();
      }}
    />
    <p class="buttons">
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </p>
  </Dialog>
);

function DeleteList({ list: { id, name }, onDone, onClose }: DialogProps) {
  const action = useAction(async () => {
    await ask('deleteWatchList', { id });
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog title={`Delete “${name}”?`} action={action} button="Delete the list" isDanger onClose={onClose}>
      <p>The list goes with its companies and its changes. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
