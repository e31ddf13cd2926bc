export { banner } from './banner.ts';
export { needDataFolder } from './data-folder.ts';
export * as firstStart from './first-start.ts';
export { tokenFor } from './issuer/token.ts';
export { type LocalPayments, openDevelopment, startLocalPayments } from './open.ts';
export { joinEmbeddedDatabase } from './postgres/embedded.ts';
export { keepWithinLoopback, openStandIns } from './stand-ins.ts';
