import { useState } from 'preact/hooks';
import { ask } from '../ask.ts';
import { number, time } from '../format.ts';
import type { AlertEntriesFragment, Operations } from '../operations.generated.ts';
import { Badge, Loading, Panel, ProblemNote } from '../parts/common.tsx';
import { showUnread } from '../unread.ts';
import { useAction, useQuery } from '../use-query.ts';

export function AlertsView() {
  const { data, problem, reload } = useQuery('alerts', {});
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const [newest] = data.alerts.alerts;
  return (
    <>
      <AlertList key={`${newest?.id} ${newest?.unread}`} first={data.alerts} reload={reload} />
      <ChoicesPanel first={data.alertChoices} />
    </>
  );
}

/** The newest alerts, and older ones on demand. */
function AlertList({ first, reload }: { first: AlertEntriesFragment; reload(): void }) {
  const [pages, setPages] = useState([first]);
  const cursor = pages.at(-1)?.nextCursor;
  const alerts = pages.flatMap((page) => page.alerts);
  const upTo = alerts[0]?.id;
  const more = useAction(async () => {
    if (cursor) setPages([...pages, (await ask('olderAlerts', { cursor })).alerts]);
  });
  const read = useAction(async () => {
    if (upTo) await ask('readAlerts', { upTo });
    await showUnread();
    reload();
  });
  return (
    <Panel
      title="What happened"
      aside={
        first.unread > 0 && (
          <button type="button" disabled={read.isRunning} onClick={read.run}>
            Mark all {number(first.unread)} as read
          </button>
        )
      }
    >
      <ProblemNote problem={read.problem ?? more.problem} />
      {alerts.length === 0 && <p class="empty">Nothing happened in the last 90 days that you should know.</p>}
      <ol class="timeline">
        {alerts.map(({ id, at, title, text, url, unread }) => (
          <li key={id}>
            <p class="faint">
              <time dateTime={at}>{time(at)}</time> {unread && <Badge kind="warn">new</Badge>}
            </p>
            <p>
              <a href={new URL(url).pathname}>{title}</a>
            </p>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {cursor && (
        <p>
          <button type="button" disabled={more.isRunning} onClick={more.run}>
            Show older alerts
          </button>
        </p>
      )}
    </Panel>
  );
}

type Choices = Operations['alerts']['data']['alertChoices'];

/** The ways that alerts take. Each person chooses e-mails for themselves. A box takes effect at once. */
function ChoicesPanel({ first }: { first: Choices }) {
  const { mailedTo } = first;
  const [choices, setChoices] = useState(first.choices);
  const set = (kind: string, email: boolean) =>
    setChoices((before) => before.map((one) => (one.kind === kind ? { ...one, email } : one)));
  const choose = useAction(async (kind: string, email: boolean) => {
    set(kind, email);
    await ask('chooseAlerts', { choices: [{ kind, email }] }).catch((error) => {
      set(kind, !email);
      throw error;
    });
  });
  return (
    <Panel title="How you get them">
      <dl>
        <div>
          <dt>Dashboard</dt>
          <dd>always, for 90 days</dd>
        </div>
        <div>
          <dt>Webhook</dt>
          <dd>
            every kind, to the <a href="/dashboard/webhooks">endpoints</a> that are set to get alerts
          </dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>
            {mailedTo
              ? `to ${mailedTo}, of the kinds that you choose; the choice is yours alone`
              : 'none: the service has no mail server, or your sign-in provider has not verified your address'}
          </dd>
        </div>
      </dl>
      <ProblemNote problem={choose.problem} />
      <fieldset class="powers">
        <legend>By e-mail</legend>
        {choices.map(({ kind, title, email }) => (
          <label key={kind} class="check">
            <input type="checkbox" checked={email} onChange={({ currentTarget }) => choose.run(kind, currentTarget.checked)} />{' '}
            {title}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
