/** The types of messages, and the topics that they are about. An endpoint chooses among them; a test goes to any. */
export const webhookEvents = ['watch_list.changed', 'alert.raised'] as const;
