import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { registryFields } from '../metering/registry-fields.ts';
import type { Context } from './context.ts';
import { failureOf } from './failure.ts';

/** Charges the registry fields of an operation before it is executed, and refuses it as a whole where there is not enough left for all of them. */
export const metered: Plugin<Context> = {
  onExecute: async ({ args, setExecuteFn }) => {
    const { services, principal, showLimits, hold } = args.contextValue as Context;
    const fields = registryFields(args.schema, args.document, args.operationName, args.variableValues ?? {});
    if (fields.length === 0) return undefined;
    // In place of the execution, so that it is logged and masked like everything that fails in it.
    const fail = (failure: unknown) =>
      setExecuteFn(() => ({ errors: [new GraphQLError('Not executed', { originalError: failureOf(failure) })] }));
    try {
      const charge = await services.metering.charge(principal, fields.length);
      await hold?.(charge);
      if (charge.refusal) fail(charge.refusal);
      return {
        onExecuteDone: async ({ result }) => {
          await charge.settle(statusesOf(result as ExecutionResult, fields));
          showLimits?.(charge.reading, charge.refusal);
        },
      };
    } catch (error) {
      fail(error);
      return undefined;
    }
  },
};

/** How each field was answered, as if it had been asked alone. An operation without data has answered none of them. */
function statusesOf({ data, errors = [] }: ExecutionResult, fields: string[]): number[] {
  const failed = new Map(errors.map((error) => [error.path?.[0], error.originalError ? failureOf(error).status : 400]));
  const [first = 200] = failed.values();
  return fields.map((name) => (data ? (failed.get(name) ?? 200) : first));
}
