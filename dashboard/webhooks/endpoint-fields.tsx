import { webhookEvents } from '../../src/webhooks/limits.ts';
import { type Endpoint, type ListName, typeText } from './endpoint.ts';

export type EndpointForm = Pick<Endpoint, 'url' | 'events' | 'listIds'> & { description: string };

export const newEndpoint: EndpointForm = { url: '', description: '', events: [...webhookEvents], listIds: null };

interface FieldsProps {
  form: EndpointForm;
  lists: readonly ListName[];
  onChange(form: EndpointForm): void;
}

export const UrlField = ({ form, onChange }: Omit<FieldsProps, 'lists'>) => (
  <label>
    Address
    <input
      type="url"
      value={form.url}
      onInput={({ currentTarget }) => onChange({ ...form, url: currentTarget.value })}
      required
      placeholder="https://receiver.example.com/webhooks"
      autocomplete="off"
    />
  </label>
);

/** A description for the account itself, the types of messages, and the watch lists that they are about. */
export function ChoiceFields({ form, lists, onChange }: FieldsProps) {
  const set = (change: Partial<EndpointForm>) => onChange({ ...form, ...change });
  const { events, listIds } = form;
  return (
    <>
      <label>
        Description
        <input
          value={form.description}
          onInput={({ currentTarget }) => set({ description: currentTarget.value })}
          placeholder="for yourself"
          autocomplete="off"
        />
      </label>
      <fieldset class="powers">
        <legend>Gets messages about</legend>
        {webhookEvents.map((type) => (
          <Check key={type} checked={events.includes(type)} onChange={(isOn) => set({ events: toggled(events, type, isOn) })}>
            {typeText(type)}
          </Check>
        ))}
      </fieldset>
      {events.includes('watch_list.changed') && (
        <fieldset class="powers">
          <legend>Watch lists</legend>
          <Check checked={listIds === null} onChange={(isOn) => set({ listIds: isOn ? null : lists.map(({ id }) => id) })}>
            All, also later ones
          </Check>
          {listIds &&
            lists.map(({ id, name }) => (
              <Check key={id} checked={listIds.includes(id)} onChange={(isOn) => set({ listIds: toggled(listIds, id, isOn) })}>
                {name}
              </Check>
            ))}
          {listIds && lists.length === 0 && <p class="empty">No lists yet.</p>}
        </fieldset>
      )}
    </>
  );
}

const toggled = (some: readonly string[], one: string, isOn: boolean): string[] => [
  ...some.filter((other) => other !== one),
  ...(isOn ? [one] : []),
];

interface CheckProps {
  checked: boolean;
  children: string;
  onChange(isOn: boolean): void;
}

const Check = ({ checked, children, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} /> {children}
  </label>
);
