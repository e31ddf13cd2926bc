import type { Operations } from '../../rest/operations.generated.ts';

type Data<Id extends keyof Operations> = Operations[Id]['data'];

export type CreatedApiKey = Data<'createApiKey'>['created']['apiKey'] & { secret: string };

/** The bodies of routes that tests read by type. Every response is compared with openapi.json besides. */
export interface Bodies {
  getAccount: { data: Data<'getAccount'>['account'] };
  getProfile: { data: Data<'getProfile'>['me'] };
  listApiKeys: { data: Data<'listApiKeys'>['apiKeys']; meta: { count: number; limit: number } };
  createApiKey: { data: CreatedApiKey };
  rotateApiKey: { data: CreatedApiKey };
  createReconcileAddress: { data: Data<'createReconcileAddress'>['created']['address'] & { url: string } };
  readAudit: { data: Data<'readAudit'>['audit']['entries']; meta: { nextCursor: string | null } };
  readRequestLog: { data: Data<'readRequestLog'>['requestLog']['entries']; meta: { nextCursor: string | null } };
  listPlans: { data: Data<'listPlans'>['plans'] };
}

export interface ErrorResponse {
  error: { code: string; message: string; requestId?: string; docs?: string; lastServedAt?: string; history?: string };
}
