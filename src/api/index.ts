/** The schema, and the ways to run its operations. */
export type { Context, Services } from '../graphql/context.ts';
export { powersFor, registryFields, rootFields } from '../graphql/root-fields.ts';
export { type ArgumentDescription, describeArguments } from './arguments.ts';
export { createEndpoint, type Endpoint } from './endpoint.ts';
export { type OperationTypes, prepare } from './executor.ts';
export { failureOf, RefusedOperation } from './failure.ts';
export { resultSchema } from './result-schema.ts';
export { schema } from './schema.ts';
