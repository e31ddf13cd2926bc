import { ApiError, ConnectionError } from '../errors.ts';
import { Interrupted, NoCredential, NothingFound, OutputClosed, UsageError } from './shell.ts';
import { counted, plain } from './text.ts';

/** Scripts can rely on these. */
export const exitCodes = {
  done: 0,
  nothing: 1,
  usage: 2,
  credential: 3,
  limit: 4,
  service: 5,
  interrupted: 130,
} as const;

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done, or found',
  nothing: 'nothing found, or not all that was asked for; a cursor that is too old',
  usage: 'wrong words, or a file that cannot be read or written',
  credential: 'no API key, or one that is not valid',
  limit: 'the limit of the minute or the quota of the period is used up',
  service: 'the service or the network failed',
  interrupted: 'interrupted by Ctrl-C',
};

interface Failure {
  exitCode: number;
  /** One line: what happened and what to do. Nothing if there is nothing to say. */
  line?: string;
}

const login = 'run company-registry login, or set COMPANY_REGISTRY_KEY';

/** What an error means for the person and for scripts. */
export function failureOf(error: unknown, baseUrl: string): Failure {
  if (error instanceof OutputClosed || codeOf(error) === 'EPIPE') return { exitCode: exitCodes.done };
  if (error instanceof Interrupted) return { exitCode: exitCodes.interrupted, ...(error.message && { line: error.message }) };
  if (error instanceof NothingFound) return oneLine({ exitCode: exitCodes.nothing, line: error.message });
  if (error instanceof NoCredential) return oneLine({ exitCode: exitCodes.credential, line: error.message });
  if (error instanceof ApiError) return oneLine(refusal(error, baseUrl));
  if (error instanceof ConnectionError)
    return oneLine({
      exitCode: exitCodes.service,
      line: `${error.message.replace('The service', `The service at ${baseUrl}`)}${reasonOf(error)} Is it there? Its address is set by --url.`,
    });
  // A fault of a file or in the words. TypeError: what the client refuses to send.
  const isOurs = error instanceof UsageError || error instanceof TypeError || codeOf(error) !== undefined;
  const message = error instanceof Error ? error.message : String(error);
  return oneLine({ exitCode: isOurs ? exitCodes.usage : exitCodes.service, line: message });
}

const oneLine = ({ exitCode, line = '' }: Failure): Failure => ({ exitCode, line: plain(line) });

function refusal(error: ApiError, baseUrl: string): Failure {
  const { status, code, message, requestId, retryAfter } = error;
  if (status === 401)
    return code === 'api_key_required'
      ? { exitCode: exitCodes.credential, line: `There is no API key: ${login}.` }
      : { exitCode: exitCodes.credential, line: `The API key is not valid, perhaps revoked: ${login}.` };
  if (code === 'monthly_quota_exceeded')
    return {
      exitCode: exitCodes.limit,
      line: `The quota of the period has too few units left: company-registry usage says until when. A larger plan: ${baseUrl}/dashboard/billing`,
    };
  if (status === 429)
    return {
      exitCode: exitCodes.limit,
      line: `The limit of the minute is used up: try again in ${counted(retryAfter ?? 60, 'second')}.`,
    };
  if (code === 'cursor_expired')
    return {
      exitCode: exitCodes.nothing,
      line: 'The cursor is too old: take a snapshot (company-registry snapshot), and go on from its cursor.',
    };
  if (code === 'not_found' || (code === 'unknown' && status < 500))
    return { exitCode: exitCodes.service, line: `${baseUrl} does not answer as the service does (${status}): is --url right?` };
  if (status === 404) return { exitCode: exitCodes.nothing, line: message };
  if (status < 500) return { exitCode: exitCodes.usage, line: message };
  return { exitCode: exitCodes.service, line: `${message}${requestId ? ` (request ${requestId})` : ''} Try again later.` };
}

const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** The code of the system, such as ECONNREFUSED, which fetch hides in its causes. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = codeOf(cause);
    if (code) return ` (${code})`;
  }
  return '';
}
