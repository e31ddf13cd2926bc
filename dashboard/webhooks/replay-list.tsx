import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useAction } from '../use-query.ts';
import type { ListName } from './endpoint.ts';

/** Where a replay begins. Without a cursor: at the first change that is kept. */
export interface ReplayStart {
  listId?: string;
  cursor?: string;
}

interface ReplayListProps {
  endpointId: string;
  lists: readonly ListName[];
  from: ReplayStart;
  onSent(messageId: string): void;
  onClose(): void;
}

/** Sends one message about all changes of a watch list after a cursor. */
export function ReplayList({ endpointId, lists, from, onSent, onClose }: ReplayListProps) {
  const [listId, setListId] = useState(lists.some(({ id }) => id === from.listId) ? from.listId : lists[0]?.id);
  const [cursor, setCursor] = useState(from.cursor ?? '');
  const action = useAction(async () => {
    if (!listId) return;
    const variables = { id: endpointId, listId, cursor: cursor.trim() || 'start' };
    const { replayWatchList } = await ask('replayWatchList', variables);
    onClose();
    onSent(replayWatchList);
  });
  return (
    <ConfirmDialog title="Replay a list" action={action} button="Send" onClose={onClose}>
      <p>Sends one message about all changes of a list after a cursor. Your program then reads them from there.</p>
      <label>
        List
        <select value={listId} onChange={({ currentTarget }) => setListId(currentTarget.value)}>
          {lists.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Cursor
        <input
          value={cursor}
          onInput={({ currentTarget }) => setCursor(currentTarget.value)}
          placeholder="empty: all changes that are kept"
          autocomplete="off"
        />
      </label>
    </ConfirmDialog>
  );
}
