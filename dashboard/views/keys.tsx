import { useState } from 'preact/hooks';
import { day, number, time } from '../format.ts';
import { forgetEndedKey, freshKey, keepFreshKey } from '../fresh-key.ts';
import { RevokeKey, RotateKey } from '../keys/key-dialogs.tsx';
import { MakeKey, NewSecret } from '../keys/make-key.tsx';
import { OpenRefineAddress } from '../keys/openrefine-address.tsx';
import { ChangeKey, limitsOf } from '../keys/powers.tsx';
import type { KeyFragment } from '../operations.generated.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { QuotaBar } from '../parts/quota-bar.tsx';
import { actions, figure, Head, RowButton } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';

type OpenDialog = { kind: 'revoke' | 'rotate' | 'address' | 'change'; key: KeyFragment };

const replaced = ({ expiresAt }: KeyFragment): string => (expiresAt ? `Replaced, ends ${time(expiresAt)}` : 'Replaced');

export function KeysView() {
  const { data, problem, reload } = useQuery('keys', {});
  const [dialog, setDialog] = useState<OpenDialog>();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { plan, apiKeys, countedApiKeys } = data.account;
  const used = new Map(data.usage.byKey.map(({ keyId, requests }) => [keyId, requests]));
  const fresh = freshKey();
  const show: typeof keepFreshKey = (key) => {
    keepFreshKey(key);
    reload();
  };
  const put = (kind: OpenDialog['kind'], key: KeyFragment) => () => setDialog({ kind, key });
  const close = () => setDialog(undefined);
  const isSuccessor = (key: KeyFragment) => apiKeys.some((one) => one.rotatedAt && one.name === key.name && one.id !== key.id);
  return (
    <>
      <p class="lead">
        A key acts for your account and shares its quota. It never does more than the role of the member who made it allows.
        Create a separate key for each environment. {number(countedApiKeys)} of {number(plan.maxApiKeys)} keys used ({plan.name}{' '}
        plan).
      </p>
      {fresh && <NewSecret {...fresh} />}
      <Panel title="Create a key">
        <MakeKey isFull={countedApiKeys >= plan.maxApiKeys} plan={plan} onMade={show} />
      </Panel>
      <Panel title="Active keys">
        {apiKeys.length === 0 ? (
          <p class="empty">No keys yet. Create one above and send your first request with it.</p>
        ) : (
          <Rows label="Active keys" kind="cards">
            <Head columns={['Key', 'Created', 'Last used', 'Expires', figure('Requests,\n31 days'), actions]} />
            <tbody>
              {apiKeys.map((key) => (
                <tr key={key.id}>
                  <th scope="row">
                    {key.name}
                    <br />
                    <code>{key.prefix}…</code> {key.rotatedAt && <Badge kind="warn">{replaced(key)}</Badge>}
                    {limitsOf(key) && <small class="limits">{limitsOf(key)}</small>}
                    {key.monthlyQuota !== null && key.monthlyUsed !== null && (
                      <QuotaBar
                        label={`Used share of ${key.name}`}
                        used={key.monthlyUsed}
                        limit={Math.min(key.monthlyQuota, plan.monthlyRequests)}
                      />
                    )}
                  </th>
                  <td class="when" data-label="Created">
                    {day(key.createdAt)}
                  </td>
                  <td class="when" data-label="Last used">
                    {key.lastUsedAt ? time(key.lastUsedAt) : 'never'}
                  </td>
                  <td class="when" data-label="Expires">
                    {key.expiresAt ? time(key.expiresAt) : 'never'}
                  </td>
                  <td class="figure" data-label="Requests, 31 days">
                    {number(used.get(key.id) ?? 0)}
                  </td>
                  <td class="actions">
                    {(!key.rotatedAt || key.reconcileAddress) && (
                      <RowButton label="OpenRefine" about={`address of ${key.name}`} onClick={put('address', key)} />
                    )}
                    <RowButton label="Change" about={key.name} onClick={put('change', key)} />
                    {!key.rotatedAt && <RowButton label="Rotate" about={key.name} onClick={put('rotate', key)} />}
                    <RowButton label="Revoke" about={key.name} kind="danger" onClick={put('revoke', key)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Rows>
        )}
      </Panel>
      {dialog?.kind === 'revoke' && (
        <RevokeKey
          target={dialog.key}
          onDone={() => {
            forgetEndedKey(apiKeys.filter(({ id }) => id !== dialog.key.id));
            reload();
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'address' && <OpenRefineAddress target={dialog.key} onChanged={reload} onClose={close} />}
      {dialog?.kind === 'change' && <ChangeKey target={dialog.key} plan={plan} onDone={reload} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <RotateKey target={dialog.key} hasOlder={isSuccessor(dialog.key)} onMade={show} onClose={close} />
      )}
    </>
  );
}
