/** What a page may load and do: only what comes from here, and no script in its text. */
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

/** The security headers of every response, as OWASP recommends them. Where clients come by http, nobody is sent to https. */
export const securityHeaders = (isEncrypted: boolean): Record<string, string> => ({
  'Content-Security-Policy': [...contentPolicy, ...(isEncrypted ? ['upgrade-insecure-requests'] : [])].join(';'),
  // Pages of other origins cannot reach into ours, nor embed our answers.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'X-Frame-Options': 'SAMEORIGIN',
  // Other sites do not learn which of our pages a visitor comes from.
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  // Browsers take an answer for what its type says, and do not guess.
  'X-Content-Type-Options': 'nosniff',
  'X-Download-Options': 'noopen',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // The filter of old browsers did more harm than good.
  'X-XSS-Protection': '0',
  ...(isEncrypted && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
});
