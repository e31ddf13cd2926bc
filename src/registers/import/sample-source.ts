/** Invented companies come from no register, so this project is their source. */
export const samplesUrl = 'urn:company-registry:samples';
