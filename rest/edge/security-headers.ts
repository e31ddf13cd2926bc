/** A page may load only from this origin, and has no inline scripts. */
const contentPolicy = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
];

/** The security headers of every response, as OWASP recommends them. HSTS is sent only if clients use https. */
export const securityHeaders = (isEncrypted: boolean): Record<string, string> => ({
  'Content-Security-Policy': [...contentPolicy, ...(isEncrypted ? ['upgrade-insecure-requests'] : [])].join(';'),
  // Pages of other origins cannot access our windows or embed our answers.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'X-Frame-Options': 'SAMEORIGIN',
  // Other sites do not learn which of our pages a visitor comes from.
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  // Browsers use the declared type, and do not guess.
  'X-Content-Type-Options': 'nosniff',
  'X-Download-Options': 'noopen',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // The filter of old browsers did more harm than good.
  'X-XSS-Protection': '0',
  ...(isEncrypted && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
});
