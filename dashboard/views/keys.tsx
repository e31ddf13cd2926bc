import { useState } from 'preact/hooks';
import { day, number, time } from '../format.ts';
import { keepFreshKey } from '../fresh-key.ts';
import type { KeyFragment } from '../operations.generated.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { RevokeKey, RotateKey } from '../parts/key-questions.tsx';
import { type Made, MakeKey, NewSecret } from '../parts/make-key.tsx';
import { useQuery } from '../use-query.ts';

type Question = { kind: 'revoke' | 'rotate'; key: KeyFragment };

const replaced = ({ expiresAt }: KeyFragment): string => (expiresAt ? `Replaced, expires ${time(expiresAt)}` : 'Replaced');

export function KeysView() {
  const { data, problem, reload } = useQuery('keys', {});
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
        A key acts for your account and shares its quota. Create a separate key for each environment. {apiKeys.length} of{' '}
        {number(plan.maxApiKeys)} keys used ({plan.name} plan).
      </p>
      {made && <NewSecret {...made} />}
      <Panel title="Create a key">
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
                <th scope="col">Starts with</th>
                <th scope="col">Created</th>
                <th scope="col">Last used</th>
                <th scope="col">Expires</th>
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
                    {key.name} {key.rotatedAt && <Badge kind="warn">{replaced(key)}</Badge>}
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
