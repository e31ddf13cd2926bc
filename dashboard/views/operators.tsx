import { AccountsPanel } from '../operators/accounts.tsx';
import { DataAgePanel } from '../operators/data-age.tsx';
import { WaitingEventsPanel } from '../operators/events.tsx';
import { FailedImportsPanel } from '../operators/failed-imports.tsx';
import { IdentifierImportsPanel } from '../operators/identifiers.tsx';
import { ImportsPanel } from '../operators/imports.tsx';
import { ReadinessPanel } from '../operators/readiness.tsx';

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
