import { noProvider, type PaymentProvider, type PaymentSettings } from './provider.ts';

/** Opens the payment provider. Stripe's library takes 30 MB of memory, so it is loaded only if it is configured. */
export async function reachProvider(settings: PaymentSettings | undefined): Promise<PaymentProvider> {
  if (!settings) return noProvider;
  const { StripeProvider } = await import('./stripe.ts');
  return new StripeProvider(settings);
}
