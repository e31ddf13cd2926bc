import openapiTS, { astToString } from 'openapi-typescript';

/** The types of the contract, as TypeScript. */
export async function contractTypes(contract: object): Promise<string> {
  // Operations lead to everything; the index of paths would say it twice.
  const text = astToString(await openapiTS(structuredClone(contract) as never, { immutable: true }));
  return `// Written by npm run generate from openapi.json. Do not edit.\n${text}`;
}
