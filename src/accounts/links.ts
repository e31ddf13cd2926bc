/** The addresses that contain a token of accounts. */
export const accountLinks = (baseUrl: string) => ({
  invitationUrl: (token: string): string => `${baseUrl}/dashboard/join#${token}`,
  reconcileUrl: (token: string): string => `${baseUrl}/reconcile/${token}`,
});
