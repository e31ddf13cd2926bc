import { type RetentionRule, retentionRule } from '../database/retention-rule.ts';

export const paymentRetention: RetentionRule[] = [
  retentionRule({
    table: 'payment_event',
    keeps: 'paymentEvents',
    key: 'id',
    // An event without its effect stays, and so does the newest event of a subscription.
    where: 'received_at < $1 AND outcome IS NOT NULL AND NOT EXISTS (SELECT FROM subscription WHERE event_id = payment_event.id)',
  }),
  retentionRule({
    table: 'erased_customer',
    keeps: 'paymentEvents',
    key: 'id',
    where: 'erased_at < $1 AND removed_at IS NOT NULL',
  }),
];
