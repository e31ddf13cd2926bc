export { banner } from './banner.ts';
export { needDataFolder } from './data-folder.ts';
export { developmentDoors, keepWithinLoopback } from './doors.ts';
export { tokenFor } from './issuer/token.ts';
export { type LocalPayments, offerLocalProvider } from './local-provider.ts';
export * as offers from './offers.ts';
export { openDevelopment } from './open.ts';
export { EmbeddedDatabase } from './postgres/embedded.ts';
