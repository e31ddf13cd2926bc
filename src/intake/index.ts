export { eraseRecord } from './erasure/erase-record.ts';
export { openIdentifierIntake } from './identifiers/identifier-intake.ts';
export { type FailedImport, failedImports, importLog } from './import-log.ts';
export { type Intake, openIntake } from './intake.ts';
export { recordKilledImports } from './lock.ts';
