import type { Request, RequestHandler, Response } from 'express';
import { type GraphQLSchema, parse } from 'graphql';
import { powersFor, prepare, registryFields, resultSchema, rootFields, type Services } from '../../src/api/index.ts';
import { admit } from '../../src/kernel/access/admission.ts';
import { unitsFor } from '../../src/kernel/cost.ts';
import { Failure } from '../../src/kernel/errors.ts';
import { networkOf } from '../../src/kernel/networks.ts';
import { type Authenticate, anonymous, type Principal } from '../../src/kernel/principal.ts';
import { type Bodies, keyOf, type Rendered } from '../edge/bodies.ts';
import { charge, takeUnits } from '../edge/charge.ts';
import { goneSignal } from '../edge/departure.ts';
import type { EdgeLimits } from '../edge/edge-limits.ts';
import { etagOf } from '../edge/etag.ts';
import { attentionOf, callerOf, exchangeOf } from '../edge/exchange.ts';
import { respond, respondToHead } from '../edge/respond.ts';
import { createAnswers } from './answers.ts';
import { type Input, type InputSchemas, readInput } from './input.ts';
import { basePath, type Route } from './route.ts';
import { sendFile } from './sent-file.ts';

/** The dependencies of all routes. */
export interface RouteParts {
  schema: GraphQLSchema;
  services: Services;
  authenticate: Authenticate;
}

interface HandlerParts extends RouteParts {
  route: Route;
  bodies?: Bodies;
  limits: Pick<EdgeLimits, 'recheck'>;
}

/** The handler of a route. Its document is compiled here, so a document that does not fit the schema stops the start. */
export function createHandler({ route, schema, services, authenticate, bodies, limits }: HandlerParts): RequestHandler {
  const { operation, fields, answerOf } = preparedRoute(route, schema);
  const isMetered = registryFields(fields).length > 0;
  const needed = powersFor(fields);
  const questionOf = beyondDefaults(fields);

  const identify = async (req: Request, res: Response): Promise<Principal> => {
    const principal = route.access === 'public' ? anonymous : await authenticate(route.access, callerOf(req));
    exchangeOf(res).principal = principal;
    return principal;
  };
  /** Fails if the caller's key or session has ended meanwhile, or has lost the power. */
  const confirm = (req: Request, res: Response) => async () => admit(await identify(req, res), needed);
  const variablesOf = (input: Input<InputSchemas>) => route.variables?.(input) ?? {};
  const ask = async (req: Request, res: Response, input: Input<InputSchemas>): Promise<Record<string, unknown>> => {
    const { requestId, principal } = exchangeOf(res);
    const patience = route.patience?.(input) ?? 0;
    const waiting = patience > 0 ? waitWith(res, patience) : {};
    const context = { requestId, principal, services, confirm: confirm(req, res), ...attentionOf(res), ...waiting };
    return operation(variablesOf(input), context);
  };
  const run = async (req: Request, res: Response) => {
    const input = await readInput(route.input, req);
    if (route.cost && 'asked' in route.cost) await takeUnits(res, unitsFor(route.cost, route.cost.asked(input)));
    return ask(req, res, input);
  };
  const render = async (req: Request, res: Response): Promise<Rendered> => answerOf(await run(req, res));

  /** An answer that belongs to a version of the data is rendered once. Requests with equal variables share it. */
  const renderVersioned = async (req: Request, res: Response): Promise<Rendered> => {
    const input = await readInput(route.input, req);
    const version = await services.dataVersion.current();
    const key = keyOf(version, route.operationId, questionOf(variablesOf(input)));
    const known = bodies?.get(key);
    if (known) return known;
    const rendered = answerOf(await ask(req, res, input));
    rendered.headers['ETag'] = etagOf(String(rendered.body));
    // If an import ended in the meantime, the answer may belong to the new version, so it is not cached.
    if ((await services.dataVersion.current()) === version) bodies?.set(key, rendered);
    return rendered;
  };

  return async (req, res) => {
    const exchange = exchangeOf(res);
    exchange.route = basePath + route.path;
    const principal = await identify(req, res);
    if (route.visitorLimit) await services.visitorLimit.count(networkOf(callerOf(req).address), route.visitorLimit);
    if (route.access === 'session') await services.sessionLimits.count(principal, fields);
    // Before anything is charged.
    admit(principal, needed);
    const isHead = req.method === 'HEAD';
    if (isMetered) await charge(res, services.metering, route.cost || isHead ? 0 : 1);
    if (isMetered && isHead && !route.file) return respondToHead(req, res);
    if (!route.file) return respond(req, res, await (route.versioned ? renderVersioned : render)(req, res));
    const found = await run(req, res);
    const answer = answerOf(found);
    const stop = endWithoutPower(res, confirm(req, res), limits.recheck);
    await sendFile(req, res, route.file(found, services), answer, route.absent).finally(stop);
  };
}

/** Ends an answer whose caller loses the key, the session or the power meanwhile. Returns how to stop the checks. */
function endWithoutPower(res: Response, confirm: () => Promise<unknown>, interval: number): () => void {
  const end = (error: unknown) => {
    if (error instanceof Failure && [401, 403, 404].includes(error.status)) res.destroy();
  };
  const timer = setInterval(() => confirm().catch(end), interval);
  return () => clearInterval(timer);
}

/** Leaves out variables that have the default value of the argument with the same name. */
function beyondDefaults(fields: ReturnType<typeof rootFields>) {
  const defaults = new Map(fields.flatMap(({ field }) => field.args.map(({ name, defaultValue }) => [name, defaultValue])));
  return (variables: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(variables).filter(([name, value]) => value !== defaults.get(name)));
}

/** Lets the operation wait for new data. It extends the deadline of the request; a disconnect of the client ends the wait. */
function waitWith(res: Response, patience: number) {
  exchangeOf(res).putOff?.(patience * 1000);
  return { patience, gone: goneSignal(res) };
}

const prepared = new WeakMap<Route, { schema: GraphQLSchema; parts: ReturnType<typeof prepareRoute> }>();

/** All services of one process share the prepared route, because it depends only on the route and the schema. */
function preparedRoute(route: Route, schema: GraphQLSchema) {
  const known = prepared.get(route);
  if (known?.schema === schema) return known.parts;
  const parts = prepareRoute(route, schema);
  prepared.set(route, { schema, parts });
  return parts;
}

/** Throws if the document does not fit the schema, or if an answer uses a field that the document does not select. */
function prepareRoute(route: Route, schema: GraphQLSchema) {
  try {
    const document = parse(route.document);
    return {
      operation: prepare(schema, route.document),
      fields: rootFields(schema, document),
      answerOf: createAnswers(route, resultSchema(schema, document)),
    };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The document of ${route.operationId} does not fit the schema: ${message}`, { cause: error });
  }
}
