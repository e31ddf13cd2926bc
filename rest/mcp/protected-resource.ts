import type { Response } from 'express';
import { agentPath } from '../../src/identity/index.ts';
import type { Failure } from '../../src/kernel/errors.ts';
import { errorBody, setFailureHeaders } from '../edge/failure.ts';

/** RFC 9728: where the metadata of the resource is. Some clients ask without its path. */
const wellKnown = '/.well-known/oauth-protected-resource';
export const metadataPaths = [wellKnown + agentPath, wellKnown];

interface ResourceOptions {
  baseUrl: string;
  /** The addresses of the OpenID Connect issuers. */
  issuerUrls: readonly string[];
}

/** What an OAuth client has to know: whose tokens are accepted, and for which resource they must be issued (RFC 8707). */
export const resourceMetadata = ({ baseUrl, issuerUrls }: ResourceOptions) => ({
  resource: baseUrl + agentPath,
  authorization_servers: issuerUrls,
  bearer_methods_supported: ['header'],
  scopes_supported: ['openid', 'email', 'profile'],
  resource_name: 'Company Registry',
  resource_documentation: `${baseUrl}/docs/agents`,
});

/** The code of JSON-RPC for errors that the server defines. */
const serverError = -32_000;

/** Writes a failure in the form of JSON-RPC. A 401 says where the metadata is. */
export const writeMcpFailure =
  (baseUrl: string) =>
  (res: Response, failure: Failure, requestId: string, docs: string): void => {
    setFailureHeaders(res, failure);
    if (failure.status === 401) {
      const error = failure.code.startsWith('invalid_') ? ', error="invalid_token"' : '';
      const metadata = `resource_metadata="${baseUrl}${metadataPaths[0]}"`;
      res.set('WWW-Authenticate', `Bearer realm="company-registry", ${metadata}${error}, ApiKey realm="company-registry"`);
    }
    const { message, ...data } = errorBody(failure, requestId, docs).error;
    res
      .status(failure.status)
      .type('json')
      .json({ jsonrpc: '2.0', id: null, error: { code: serverError, message, data } });
  };
