import type { ComponentChildren } from 'preact';
import { counted, day, milliseconds, timeOfDay } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { CopyButton, Dialog } from '../parts/common.tsx';
import { adviceFor } from './advice.ts';
import { StatusBadge } from './status-badge.tsx';

export type LoggedRequest = Operations['requests']['data']['requestLog']['entries'][number];

const Line = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** One request in full, and what to do about its error. */
export function RequestDetails({ request, onClose }: { request: LoggedRequest; onClose(): void }) {
  const { at, method, path, status, code, message, key, requestId, units } = request;
  const advice = adviceFor(request);
  return (
    <Dialog title={`${method} request at ${timeOfDay(at)}`} onClose={onClose}>
      <div class="request">
        {advice && (
          <div class={`note ${status >= 500 ? 'bad' : 'warn'}`}>
            {message && (
              <p>
                <strong>{message}</strong>
              </p>
            )}
            <p>{advice.text}</p>
            <p class="links">
              {advice.link && <a href={advice.link.href}>{advice.link.text}</a>}
              {code && <a href={`/docs/errors#${code}`}>About {code}</a>}
            </p>
          </div>
        )}
        <dl>
          <Line name="Request">
            <code>
              {method} {path}
            </code>
          </Line>
          <Line name="Status">
            <StatusBadge status={status} /> {code && <code>{code}</code>}
          </Line>
          <Line name="Time">
            {day(at)}, {timeOfDay(at)} UTC
          </Line>
          <Line name="Took">{milliseconds(request.milliseconds)}</Line>
          <Line name="Cost">{counted(units, 'unit')}</Line>
          <Line name="Key">{key ? `${key.name} (${key.prefix}…)` : 'Session, or a deleted key'}</Line>
          <Line name="Request id">
            <code>{requestId}</code> <CopyButton text={requestId} />
          </Line>
        </dl>
      </div>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  );
}
