import type Stripe from 'stripe';
import { inSeconds, newId } from './objects.ts';

/** The payment of an invoice, in cents. */
export function paymentObject(now: Date, amount: number): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: amount,
    amount_requested: amount,
    created: inSeconds(now),
    currency: 'eur',
    invoice: newId('in'),
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: newId('pi') },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: inSeconds(now) },
  };
}

/** The refund of a whole payment. */
export function refundObject(now: Date, { amount_paid: amount, payment }: Stripe.InvoicePayment): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: amount ?? 0,
    balance_transaction: null,
    charge: null,
    created: inSeconds(now),
    currency: 'eur',
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: payment.payment_intent ?? null,
    payment_method: null,
    reason: 'duplicate',
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
