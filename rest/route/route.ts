import type { OperationTypes, Services } from '../../src/api/index.ts';
import type { Cost } from '../../src/kernel/cost.ts';
import type { ErrorCode } from '../../src/kernel/errors.ts';
import type { Credential } from '../../src/kernel/principal.ts';
import type { Operations } from '../operations.generated.ts';
import type { Template } from './envelope.ts';
import type { Input, InputSchemas } from './input.ts';

export type Access = 'public' | Exclude<Credential, 'addressToken' | 'agent'>;

/** The types of a route's document, by its operationId. Routes of tests have none. */
type TypesOf<Id extends string> = Id extends keyof Operations ? Operations[Id] : OperationTypes;

/** A header that an answer may have, in addition to those of every response. */
interface AnswerHeader<Data> {
  description: string;
  /** The value of the header; undefined if the answer does not have it. */
  text(data: Data): string | undefined;
}

/** A possible answer of the operation. */
export interface Answer<Data = OperationTypes['data']> {
  description: string;
  /** The answer is sent if the data has a value at this path. Of several such answers, the one with the lowest status is sent. */
  when?: string;
  headers?: Record<string, AnswerHeader<Data>>;
  /** How the body is made from the data of the operation. A 204 has none. */
  body?: Template;
  example?: unknown;
  /** Set for a file; unset for JSON. */
  mediaType?: string;
}

/** A file that an operation answers with. */
export interface SentFile {
  path: string;
  /** In bytes. */
  size: number;
  mediaType: string;
  /** Identifies its content. */
  etag: string;
  /** The name to save it under. */
  name: string;
}

/**
 * A route. This one declaration defines its validation, its execution, its status and headers, and its entry in the OpenAPI
 * document. The types and descriptions of the fields in its answer come from the GraphQL schema.
 */
export interface Route<
  Schemas extends InputSchemas = InputSchemas,
  Id extends string = string,
  Types extends OperationTypes = TypesOf<Id>,
> {
  operationId: Id;
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Below /api/v1, parameters in braces. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  /** A public route that is counted by the network of its caller, against this limit. */
  visitorLimit?: 'reports';
  /** Missing descriptions and defaults are taken from the GraphQL arguments of the same names. */
  input?: Schemas;
  /** The GraphQL operation that does the work. Each named fragment is a component of the contract. */
  document: string;
  variables?(input: Input<Schemas>): Types['variables'];
  answers: Record<number, Answer<Types['data']>>;
  /** The error if the operation finds nothing. */
  absent?: ErrorCode;
  /** Error codes besides those of every operation and those of the access. */
  errors?: readonly ErrorCode[];
  cacheControl: string;
  /** Not for clients. The contract marks it as internal. */
  isInternal?: true;
  /** The answer is a file to save, under this name. */
  attachment?: string;
  /**
   * The answer belongs to a version of the data: it has an ETag, and a client that has the answer gets a 304. The ETag is a hash
   * of the answer, because two instances may read from two servers, and one of these may lack an import.
   */
  versioned?: true;
  /**
   * The values of the ETag, if the answer belongs to no version. A client that has the answer gets a 304 and is not charged.
   */
  tagged?: Template;
  /** In seconds: how long the operation may wait for new data, in addition to the time limit of every answer. */
  patience?(input: Input<Schemas>): number;
  /**
   * The cost of the answer, and the number of items that are charged. If the input has the number, the units are charged before
   * the work. If it depends on the data, they are charged when it is known. Unset: one unit.
   */
  cost?: Cost & ({ asked(input: Input<Schemas>): number } | { count(data: Types['data']): number });
  /** The answer is this file, or the requested part of it. */
  file?(data: Types['data'], services: Services): SentFile;
}

/** Declares a route. The types of its input are inferred from its schemas, those of its data and variables from its document. */
export const route = <Schemas extends InputSchemas, const Id extends string>(declaration: Route<Schemas, Id>) =>
  declaration as Route;

export const basePath = '/api/v1';

/** Whether a client that has the answer gets a 304. */
export const isConditional = ({ versioned, tagged, file }: Route): boolean => Boolean(versioned || tagged || file);

/** The path in the syntax of Express. */
export const expressPath = ({ path }: Route): string => basePath + path.replaceAll(/\{(\w+)\}/g, ':$1');
