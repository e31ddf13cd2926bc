import { noProvider, type PaymentProvider, type PaymentSettings } from './provider.ts';

/** The payment provider, whose library is loaded only where it is needed. */
export async function reachProvider(settings: PaymentSettings | undefined): Promise<PaymentProvider> {
  if (!settings) return noProvider;
  const { StripeProvider } = await import('./stripe.ts');
  return new StripeProvider(settings);
}
