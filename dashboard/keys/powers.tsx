import { useState } from 'preact/hooks';
import { keyRules, maxKeyNetworks } from '../../src/accounts/limits.ts';
import { type Scope, scopes as says, scopeNames } from '../../src/kernel/access/powers.ts';
import { ask } from '../ask.ts';
import { number } from '../format.ts';
import type { KeyFragment, Operations } from '../operations.generated.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useAction } from '../use-query.ts';

type Powers = Pick<KeyFragment, 'scopes' | 'addresses' | 'minuteLimit' | 'monthlyQuota'>;
type Plan = Operations['keys']['data']['account']['plan'];

/** The fields of the form. An empty text means no limit. */
export interface PowersForm {
  hasAllScopes: boolean;
  scopes: readonly string[];
  addresses: string;
  minuteLimit: string;
  monthlyQuota: string;
}

const formOf = ({ scopes, addresses, minuteLimit, monthlyQuota }: Powers): PowersForm => ({
  hasAllScopes: scopes === null,
  scopes: scopes ?? scopeNames,
  addresses: addresses?.join('\n') ?? '',
  minuteLimit: minuteLimit === null ? '' : String(minuteLimit),
  monthlyQuota: monthlyQuota === null ? '' : String(monthlyQuota),
});
export const noLimits = formOf({ scopes: null, addresses: null, minuteLimit: null, monthlyQuota: null });

/** What the form says, as the service takes it. */
export function powersIn({ hasAllScopes, scopes, addresses, minuteLimit, monthlyQuota }: PowersForm) {
  const networks = addresses.split(/[\s,]+/).filter((text) => text !== '');
  return {
    scopes: hasAllScopes ? null : [...scopes],
    addresses: networks.length > 0 ? networks : null,
    minuteLimit: minuteLimit === '' ? null : Number(minuteLimit),
    monthlyQuota: monthlyQuota === '' ? null : Number(monthlyQuota),
  };
}

/** The limits of a key in a few words: `2 scopes, 60 a minute`. */
export function limitsOf({ scopes, addresses, minuteLimit, monthlyQuota }: Powers): string {
  return [
    scopes?.join(', '),
    addresses && (addresses.length === 1 ? 'one network' : `${addresses.length} networks`),
    minuteLimit !== null && `${number(minuteLimit)} a minute`,
    monthlyQuota !== null && `${number(monthlyQuota)} a month`,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface FieldsProps {
  form: PowersForm;
  plan: Plan;
  onChange(form: PowersForm): void;
}

export function PowersFields({ form, plan, onChange }: FieldsProps) {
  const set = (change: Partial<PowersForm>) => onChange({ ...form, ...change });
  const toggle = (scope: Scope, isOn: boolean) =>
    set({ scopes: scopeNames.filter((name) => (name === scope ? isOn : form.scopes.includes(name))) });
  return (
    <>
      <fieldset class="powers">
        <legend>May do</legend>
        <label class="check">
          <input
            type="checkbox"
            checked={form.hasAllScopes}
            onChange={({ currentTarget }) => set({ hasAllScopes: currentTarget.checked })}
          />{' '}
          Everything, also what comes later
        </label>
        {!form.hasAllScopes &&
          scopeNames.map((scope) => (
            <label key={scope} class="check">
              <input
                type="checkbox"
                checked={form.scopes.includes(scope)}
                onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
              />{' '}
              <code>{scope}</code> {says[scope]}
            </label>
          ))}
      </fieldset>
      <label>
        Networks, up to {maxKeyNetworks}, one per line. Empty: from everywhere
        <textarea
          rows={3}
          value={form.addresses}
          placeholder={'192.0.2.0/24\n2001:db8::/32'}
          onInput={({ currentTarget }) => set({ addresses: currentTarget.value })}
        />
      </label>
      <label>
        Requests a minute
        <input
          type="number"
          min={1}
          max={plan.requestsPerMinute}
          value={form.minuteLimit}
          placeholder={`as the plan: ${number(plan.requestsPerMinute)}`}
          onInput={({ currentTarget }) => set({ minuteLimit: currentTarget.value })}
        />
      </label>
      <label>
        Units a billing period
        <input
          type="number"
          min={1}
          max={plan.monthlyRequests}
          value={form.monthlyQuota}
          placeholder={`as the plan: ${number(plan.monthlyRequests)}`}
          onInput={({ currentTarget }) => set({ monthlyQuota: currentTarget.value })}
        />
      </label>
    </>
  );
}

interface ChangeProps {
  target: KeyFragment;
  plan: Plan;
  onDone(): void;
  onClose(): void;
}

/** Changes the name and the limits of a key. */
export function ChangeKey({ target, plan, onDone, onClose }: ChangeProps) {
  const [name, setName] = useState(target.name);
  const [form, setForm] = useState(formOf(target));
  const action = useAction(async () => {
    await ask('changeKey', { id: target.id, change: { name, ...powersIn(form) } });
    onDone();
    onClose();
  });
  return (
    <ConfirmDialog title={`Change “${target.name}”`} action={action} button="Save" onClose={onClose}>
      <label>
        Name
        <input
          value={name}
          required
          maxLength={keyRules.name.most}
          autocomplete="off"
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <PowersFields form={form} plan={plan} onChange={setForm} />
      <p>
        It holds everywhere within a second. <a href="/docs/keys">Guide</a>
      </p>
    </ConfirmDialog>
  );
}
