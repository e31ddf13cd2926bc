import { useState } from 'preact/hooks';
import { counted, day, number, words } from '../format.ts';
import { Badge, Loading, Panel, ProblemNote, Rows } from '../parts/common.tsx';
import { Paging } from '../parts/paging.tsx';
import { figure, Head } from '../parts/table.tsx';
import { useQuery } from '../use-query.ts';
import { Remark } from './imported-file.tsx';

const well = ['none', 'active', 'trialing'];

/** All accounts, or those of one person. */
export function AccountsPanel() {
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState('');
  const one = asked.includes('@') ? { email: asked } : { id: asked };
  const [alikeTo, setAlikeTo] = useState<string>();
  const wish = alikeTo ? { alikeTo } : asked && one;
  const { data, problem, reload } = useQuery('accounts', { page, ...wish });
  const find = (event: SubmitEvent) => {
    event.preventDefault();
    setPage(1);
    setAlikeTo(undefined);
    setAsked(String(new FormData(event.currentTarget as HTMLFormElement).get('asked')).trim());
  };
  return (
    <Panel title="Accounts" aside={data && <span class="faint">{counted(data.accounts.meta.total, 'account')}</span>}>
      <form class="line" onSubmit={find}>
        <label>
          ID or e-mail address
          <input name="asked" autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit">Find account</button>
      </form>
      <ProblemNote problem={problem} retry={reload} />
      {!data && !problem && <Loading />}
      {data && data.accounts.items.length === 0 && <p class="empty">No account found.</p>}
      {data && data.accounts.items.length > 0 && (
        <>
          <Rows label="Accounts" kind="cards">
            <Head
              columns={[
                'Account',
                'Plan and subscription',
                'Period ends',
                figure('Members'),
                figure('Active keys'),
                figure('Requests, 31 days'),
              ]}
            />
            <tbody>
              {data.accounts.items.map((account) => (
                <tr key={account.id}>
                  <th scope="row">
                    <code>{account.id}</code>
                    <Remark kind="faint">Created {day(account.createdAt)}</Remark>
                    {account.alike.length > 1 && (
                      <button
                        type="button"
                        onClick={() => {
                          setPage(1);
                          setAlikeTo(account.id);
                        }}
                      >
                        {number(account.alike.length)} accounts that seem to be of one person
                      </button>
                    )}
                  </th>
                  <td data-label="Plan and subscription">
                    {words(account.plan)}{' '}
                    <Badge kind={well.includes(account.billingStatus) ? 'calm' : 'warn'}>
                      {account.billingStatus === 'none' ? 'no subscription' : words(account.billingStatus)}
                    </Badge>
                    {account.cancelAtPeriodEnd && ' (cancelled)'}
                  </td>
                  <td class="when" data-label="Period ends">
                    {account.currentPeriodEnd ? day(account.currentPeriodEnd) : '–'}
                  </td>
                  <td class="figure" data-label="Members">
                    {number(account.members)}
                  </td>
                  <td class="figure" data-label="Active keys">
                    {number(account.apiKeys)}
                  </td>
                  <td class="figure" data-label="Requests, 31 days">
                    {number(account.requests)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Rows>
          <Paging label="Pages of accounts" meta={data.accounts.meta} onTurn={setPage} />
        </>
      )}
    </Panel>
  );
}
