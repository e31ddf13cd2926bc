import { AccountsPanel } from '../parts/operators-accounts.tsx';
import { DataAgePanel } from '../parts/operators-data-age.tsx';
import { WaitingEventsPanel } from '../parts/operators-events.tsx';
import { FailedImportsPanel } from '../parts/operators-failed-imports.tsx';
import { IdentifierImportsPanel } from '../parts/operators-identifiers.tsx';
import { ImportsPanel } from '../parts/operators-imports.tsx';
import { ReadinessPanel } from '../parts/operators-readiness.tsx';

/** The state of the whole service. Only operators have this view. */
export const OperatorsView = () => (
  <>
    <p class="lead">The state of the whole service, for operators. It shows no personal data.</p>
    <ReadinessPanel />
    <DataAgePanel />
    <FailedImportsPanel />
    <ImportsPanel />
    <IdentifierImportsPanel />
    <WaitingEventsPanel />
    <AccountsPanel />
  </>
);
