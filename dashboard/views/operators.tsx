import { AccountsPanel } from '../parts/operators-accounts.tsx';
import { DataAgePanel } from '../parts/operators-data-age.tsx';
import { WaitingEventsPanel } from '../parts/operators-events.tsx';
import { ImportsPanel } from '../parts/operators-imports.tsx';

/** What concerns the whole service. Only those who run it have this view. */
export const OperatorsView = () => (
  <>
    <p class="lead">The whole service, for those who run it. Nothing here names a person.</p>
    <DataAgePanel />
    <ImportsPanel />
    <WaitingEventsPanel />
    <AccountsPanel />
  </>
);
