import { expect } from 'vitest';
import type { Register } from '../../src/registers/declaration/register.ts';

/** Fails where `registry` has a field that the register does not declare, lacks one, or has another type of value in it. */
export function expectDeclared({ id, fields }: Pick<Register, 'id' | 'fields'>, registry: unknown): void {
  const { data, error } = fields.safeParse(registry);
  if (error) expect.fail(`${id}: ${error.message}\n${JSON.stringify(registry)}`);
  // What is not declared is left out of the parsed value, at any depth.
  expect(registry, `${id} has fields that it does not declare`).toEqual(data);
}
