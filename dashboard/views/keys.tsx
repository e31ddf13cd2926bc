import { useState } from 'preact/hooks';
import { askWhole } from '../ask.ts';
import { day, number, time } from '../format.ts';
import { keepFreshKey } from '../fresh-key.ts';
import { createKey, keys, revokeKey, rotateKey } from '../operations.ts';
import { Badge, CopyButton, Dialog, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Samples } from '../parts/samples.tsx';
import { useAction, useQuery } from '../use-query.ts';

interface Key {
  id: string;
  name: string;
  prefix: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  rotatedAt: string | null;
}

interface Made {
  name: string;
  secret: string;
}

type Question = { kind: 'revoke' | 'rotate'; key: Key };

export function KeysView() {
  const { data, problem, reload } = useQuery(keys, {});
  const [made, setMade] = useState<Made>();
  const [question, setQuestion] = useState<Question>();
  const show = (secret: string, name: string) => {
    keepFreshKey(secret);
    setMade({ secret, name });
    reload();
  };
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { plan, apiKeys } = data.account;
  const used = new Map(data.usage.byKey.map(({ keyId, requests }) => [keyId, requests]));
  return (
    <>
      <p class="lead">
        A key acts for your account and shares its quota. Give every environment a key of its own. You have {apiKeys.length} of{' '}
        {plan.maxApiKeys} that the plan {plan.name} allows.
      </p>
      {made && <NewSecret {...made} />}
      <Panel title="Make a key">
        <MakeKey isFull={apiKeys.length >= plan.maxApiKeys} onMade={show} />
      </Panel>
      <Panel title="Active keys">
        {apiKeys.length === 0 ? (
          <p class="empty">None yet.</p>
        ) : (
          <Rows label="Active keys">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Begins with</th>
                <th scope="col">Made</th>
                <th scope="col">Last used</th>
                <th scope="col">Ends</th>
                <th scope="col" class="figure">
                  Requests, 31 days
                </th>
                <th scope="col">
                  <span class="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {apiKeys.map((key) => (
                <tr key={key.id}>
                  <th scope="row">
                    {key.name} {key.rotatedAt && <Badge kind="warn">has a successor</Badge>}
                  </th>
                  <td>
                    <code>{key.prefix}…</code>
                  </td>
                  <td class="when">{day(key.createdAt)}</td>
                  <td class="when">{key.lastUsedAt ? time(key.lastUsedAt) : 'never'}</td>
                  <td class="when">{key.expiresAt ? time(key.expiresAt) : 'never'}</td>
                  <td class="figure">{number(used.get(key.id) ?? 0)}</td>
                  <td class="actions">
                    <button type="button" onClick={() => setQuestion({ kind: 'rotate', key })}>
                      Rotate<span class="unseen"> {key.name}</span>
                    </button>
                    <button type="button" class="danger" onClick={() => setQuestion({ kind: 'revoke', key })}>
                      Revoke<span class="unseen"> {key.name}</span>
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Rows>
        )}
      </Panel>
      {question?.kind === 'revoke' && <RevokeKey target={question.key} onDone={reload} onClose={() => setQuestion(undefined)} />}
      {question?.kind === 'rotate' && <RotateKey target={question.key} onMade={show} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

const NewSecret = ({ name, secret }: Made) => (
  <div class="note good" role="status">
    <p>
      <strong>The key “{name}” is made.</strong> This is its secret. Copy it now: it is shown this once, and we keep only its
      hash.
    </p>
    <p class="secret">
      <code>{secret}</code> <CopyButton text={secret} label="Copy the secret" />
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

function MakeKey({ isFull, onMade }: { isFull: boolean; onMade(secret: string, name: string): void }) {
  const [name, setName] = useState('');
  const [life, setLife] = useState('');
  const { run, isRunning, problem } = useAction(async (event: Event) => {
    event.preventDefault();
    const expiresAt = life ? new Date(Date.now() + Number(life) * 86_400_000).toISOString() : null;
    const { createApiKey } = await askWhole(createKey, { name, expiresAt, idempotencyKey: crypto.randomUUID() });
    setName('');
    onMade(createApiKey.secret, createApiKey.apiKey.name);
  });
  return (
    <form class="line" onSubmit={run}>
      <label>
        Name
        <input
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={60}
          required
          placeholder="for instance production"
          autocomplete="off"
        />
      </label>
      <label>
        Ends
        <select value={life} onChange={({ currentTarget }) => setLife(currentTarget.value)}>
          {lives.map(([days, text]) => (
            <option key={days} value={days}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="main" disabled={isRunning || isFull}>
        Make the key
      </button>
      {isFull && (
        <p>
          The plan's keys are used up. Revoke one, rotate one, or <a href="/dashboard/billing">change the plan</a>.
        </p>
      )}
      <ProblemNote problem={problem} />
    </form>
  );
}

interface QuestionProps {
  target: Key;
  onClose(): void;
}

function RevokeKey({ target, onClose, onDone }: QuestionProps & { onDone(): void }) {
  const { run, isRunning, problem } = useAction(async () => {
    await askWhole(revokeKey, { id: target.id });
    onDone();
    onClose();
  });
  return (
    <Dialog title={`Revoke “${target.name}”?`} onClose={onClose}>
      <p>Whoever uses this key is refused from the next second on. There is no way back.</p>
      <ProblemNote problem={problem} />
      <p class="buttons">
        <button type="button" onClick={onClose}>
          Keep it
        </button>
        <button type="button" class="danger main" disabled={isRunning} onClick={run}>
          Revoke the key
        </button>
      </p>
    </Dialog>
  );
}

const overlaps = [
  ['0', 'at once'],
  ['3600', 'in an hour'],
  ['86400', 'in a day'],
  ['604800', 'in a week'],
] as const;

function RotateKey({ target, onClose, onMade }: QuestionProps & { onMade(secret: string, name: string): void }) {
  const [overlap, setOverlap] = useState('3600');
  const { run, isRunning, problem } = useAction(async () => {
    const variables = { id: target.id, overlapSeconds: Number(overlap), idempotencyKey: crypto.randomUUID() };
    const { rotateApiKey } = await askWhole(rotateKey, variables);
    onMade(rotateApiKey.secret, rotateApiKey.apiKey.name);
    onClose();
  });
  return (
    <Dialog title={`Rotate “${target.name}”`} onClose={onClose}>
      <p>A new key takes its place. Both work until the old one ends.</p>
      <label>
        The old key ends
        <select value={overlap} onChange={({ currentTarget }) => setOverlap(currentTarget.value)}>
          {overlaps.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <ProblemNote problem={problem} />
      <p class="buttons">
        <button type="button" onClick={onClose}>
          Leave it
        </button>
        <button type="button" class="main" disabled={isRunning} onClick={run}>
          Make the new key
        </button>
      </p>
    </Dialog>
  );
}
