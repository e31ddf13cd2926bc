import { Failure } from '../errors.ts';
import type { Authenticate } from './principal.ts';

/** As long as nothing issues keys or sessions, whatever is sent as one is unknown. */
export const refuseAll: Authenticate = async (credential, { headers }) => {
  if (credential === 'apiKey') {
    throw new Failure(headers['x-api-key'] || headers.authorization ? 'invalid_api_key' : 'api_key_required');
  }
  throw new Failure(headers.authorization || headers.cookie ? 'invalid_session' : 'session_required');
};
