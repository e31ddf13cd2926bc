import type { z } from 'zod';
import { matchRules } from '../../src/matching/index.ts';
import { type PropertyId, properties, propertyIds, propertyOf } from './properties.ts';
import type { manifest, proposedProperties, suggestedProperties } from './protocol.ts';

/** The only type of our entities. */
export const company = { id: 'company', name: 'Company' };

interface ManifestParts {
  /** The address of the service, without a token. */
  baseUrl: string;
  /** The whole address that acts for a key. */
  url: string;
  version: string;
}

/** What the service offers to OpenRefine. */
export const manifestOf = ({ baseUrl, url, version }: ManifestParts): z.output<typeof manifest> => ({
  versions: ['0.2'],
  name: 'Company Registry',
  identifierSpace: `${baseUrl}/api/v1/entities/`,
  schemaSpace: 'https://schema.org/Organization',
  documentation: `${baseUrl}/docs/openrefine`,
  serviceVersion: version,
  defaultTypes: [company],
  view: { url: `${baseUrl}/dashboard/explorer/{{id}}` },
  preview: { url: `${url}/preview?id={{id}}`, width: 430, height: 260 },
  suggest: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how the protocol writes the place of an id.
    entity: { service_url: url, service_path: '/suggest/entity', flyout_service_path: '/flyout/entity?id=${id}' },
    property: { service_url: url, service_path: '/suggest/property' },
  },
  extend: { propose_properties: { service_url: url, service_path: '/properties' }, property_settings: [] },
  batchSize: matchRules.maxQueries,
});

/** The properties whose id or name has a word that begins like this. */
export function suggestProperties(prefix: string, skipped: number): z.output<typeof suggestedProperties> {
  const typed = prefix.trim().toLowerCase();
  const fits = (id: PropertyId) => [id, properties[id].name].some((name) => ` ${name.toLowerCase()}`.includes(` ${typed}`));
  const found = propertyIds.filter(fits).slice(skipped);
  return { result: found.map((id) => ({ id, name: propertyOf(id).name, description: propertyOf(id).description })) };
}

/** The properties that data extension can add. */
export function proposeProperties(type: string, limit: number | undefined): z.output<typeof proposedProperties> {
  const proposed = propertyIds.slice(0, limit).map((id) => ({ id, name: propertyOf(id).name }));
  return { type, ...(limit !== undefined && { limit }), properties: proposed };
}
