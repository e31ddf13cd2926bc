/** Invented companies come from no register: their source is ourselves. */
export const samplesUrl = 'urn:company-registry:samples';
