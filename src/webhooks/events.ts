/** The types of messages. An endpoint chooses among those that it can subscribe to; a test goes to any. */
export const webhookEvents = ['watch_list.changed', 'alert.raised'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export type MessageType = WebhookEvent | 'endpoint.test';
