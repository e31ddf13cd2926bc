import { useState } from 'preact/hooks';
import { keyRules } from '../../src/accounts/limits.ts';
import { ask } from '../ask.ts';
import type { FreshKey } from '../fresh-key.ts';
import { CopyButton, ProblemNote } from '../parts/common.tsx';
import { Samples } from '../parts/samples.tsx';
import { useAction } from '../use-query.ts';
import { noLimits, PowersFields, powersIn } from './powers.tsx';

export const NewSecret = ({ name, secret }: FreshKey) => (
  <div class="note good" role="status">
    <p>
      <strong>The key “{name}” was created.</strong> This is its secret. Copy it now: it is shown only once, and we store only its
      hash.
    </p>
    <p class="secret">
      <code>{secret}</code> <CopyButton text={secret} label="Copy secret" />
    </p>
    <Samples request={{ path: '/api/v1/entities?q=holding' }} title="Try it" />
  </div>
);

const lives = [
  ['', 'never'],
  ['1', 'in a day'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;

interface MakeKeyProps {
  isFull: boolean;
  plan: Parameters<typeof PowersFields>[0]['plan'];
  onMade(key: FreshKey): void;
}

export function MakeKey({ isFull, plan, onMade }: MakeKeyProps) {
  const [name, setName] = useState('');
  const [life, setLife] = useState('');
  const [powers, setPowers] = useState(noLimits);
  const { run, isRunning, problem } = useAction(async (event: Event) => {
    event.preventDefault();
    const expiresAt = life ? new Date(Date.now() + Number(life) * 86_400_000).toISOString() : null;
    const variables = { name, expiresAt, ...powersIn(powers), idempotencyKey: crypto.randomUUID() };
    const { createApiKey } = await ask('createKey', variables);
    setName('');
    setPowers(noLimits);
    onMade({ secret: createApiKey.secret, ...createApiKey.apiKey });
  });
  return (
    <form class="line" onSubmit={run}>
      <label>
        Name
        <input
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={keyRules.name.most}
          required
          placeholder="for example: production"
          autocomplete="off"
        />
      </label>
      <label>
        Expires
        <select value={life} onChange={({ currentTarget }) => setLife(currentTarget.value)}>
          {lives.map(([days, text]) => (
            <option key={days} value={days}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="main" disabled={isRunning || isFull}>
        Create key
      </button>
      <details>
        <summary>Give it less power</summary>
        <PowersFields form={powers} plan={plan} onChange={setPowers} />
      </details>
      {isFull && (
        <p>
          All keys of your plan are in use. Revoke or rotate one, or <a href="/dashboard/billing">change plan</a>.
        </p>
      )}
      <ProblemNote problem={problem} />
    </form>
  );
}
