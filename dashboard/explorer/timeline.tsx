import { isNews, sentencesOf } from '../company/facts.ts';
import { counted, time, words } from '../format.ts';
import type { Operations } from '../operations.generated.ts';
import { Panel } from '../parts/common.tsx';
import { FieldChanges } from '../parts/field-changes.tsx';

type Entries = NonNullable<Operations['record']['data']['entity']['history']>['items'];

/** What changed in a record, newest first, in words. The fields are shown on demand. */
export const Timeline = ({ items, total }: { items: Entries; total: number }) => (
  <Panel title="History" aside={<span class="faint">{counted(total, 'change')}</span>}>
    {items.length === 0 && <p class="empty">No changes since the first import.</p>}
    <ol class="timeline">
      {items.map(({ cursor, at, type, reason, changes }) => {
        const news = type === 'updated' ? changes.filter(isNews) : [];
        return (
          <li key={cursor}>
            <p class="faint">
              <time dateTime={at}>{time(at)}</time>
            </p>
            {sentencesOf(type, changes).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {reason === 'mapping' && <p class="faint">The register published the same file. We read it in a new way.</p>}
            {news.length > 0 && (
              <details>
                <summary>Technical details ({counted(news.length, 'field')})</summary>
                <FieldChanges label={`${words(type)} ${time(at)}`} changes={news} />
              </details>
            )}
          </li>
        );
      })}
    </ol>
  </Panel>
);
