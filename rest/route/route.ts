import type { OperationTypes, Services } from '../../src/api/index.ts';
import type { Cost } from '../../src/kernel/cost.ts';
import type { ErrorCode } from '../../src/kernel/errors.ts';
import type { Credential } from '../../src/kernel/principal.ts';
import type { Operations } from '../operations.generated.ts';
import type { Template } from './envelope.ts';
import type { Input, InputSchemas } from './input.ts';

export type Access = 'public' | Credential;

/** The types of a route's document, by its operationId. Routes of tests have none. */
type TypesOf<Id extends string> = Id extends keyof Operations ? Operations[Id] : OperationTypes;

/** A header that an answer may have beside those of every response. */
interface AnswerHeader<Data> {
  description: string;
  /** The header's text; undefined where the answer does not have it. */
  text(data: Data): string | undefined;
}

/** An answer that the operation may have. */
export interface Answer<Data = OperationTypes['data']> {
  description: string;
  /** The path in the data that says whether this is the answer. Of several that fit, the one of the lowest status is given. */
  when?: string;
  headers?: Record<string, AnswerHeader<Data>>;
  /** How it is made of the data of the operation. A 204 has none. */
  body?: Template;
  example?: unknown;
  /** Where it is a file, and not JSON. */
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
 * A route: one declaration from which come its validation, its execution, its status and headers, and its entry in the OpenAPI
 * document. What a field of its answer means, and which type it has, comes from the GraphQL schema.
 */
export interface Route<
  Schemas extends InputSchemas = InputSchemas,
  Id extends string = string,
  Types extends OperationTypes = TypesOf<Id>,
> {
  operationId: Id;
  method: 'get' | 'post' | 'delete';
  /** Below /api/v1, parameters in braces. */
  path: `/${string}`;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  /** Descriptions and defaults that it leaves out are those of the GraphQL arguments of the same names. */
  input?: Schemas;
  /** The GraphQL operation that does the work. Each named fragment is a component of the contract. */
  document: string;
  variables?(input: Input<Schemas>): Types['variables'];
  answers: Record<number, Answer<Types['data']>>;
  /** The error where the operation finds nothing. */
  absent?: ErrorCode;
  /** Codes beyond those that every operation has, and that the access brings. */
  errors?: readonly ErrorCode[];
  cacheControl: string;
  /** Not for clients: the contract marks it. */
  isInternal?: true;
  /** The answer is a file to be saved, under this name. */
  attachment?: string;
  /**
   * The answer belongs to a version of the data: it has an ETag, and a client that has it already is told so. The ETag is of the
   * answer itself, for two instances may read two servers, of which one lacks an import.
   */
  versioned?: true;
  /**
   * What the ETag is made of, where the answer belongs to no version. A client that has the answer is told so and not charged.
   */
  tagged?: Template;
  /** In seconds: how long the caller lets the operation wait for news, beside the time that every answer has. */
  patience?(input: Input<Schemas>): number;
  /**
   * What the answer costs where that depends on its data, and how many things it has. The units are taken when they are known.
   * Unset: one unit.
   */
  cost?: Cost & { count(data: Types['data']): number };
  /** The answer is this file, or the part of it that is asked for. */
  file?(data: Types['data'], services: Services): SentFile;
}

/** Declares a route. The types of its input are inferred from its schemas, those of its data and variables from its document. */
export const route = <Schemas extends InputSchemas, const Id extends string>(declaration: Route<Schemas, Id>) =>
  declaration as Route;

export const basePath = '/api/v1';

/** Whether a client that has the answer already is told so. */
export const isConditional = ({ versioned, tagged, file }: Route): boolean => Boolean(versioned || tagged || file);

/** The path as Express spells it. */
export const expressPath = ({ path }: Route): string => basePath + path.replaceAll(/\{(\w+)\}/g, ':$1');
