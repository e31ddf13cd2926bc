type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const read: Right[] = ['SELECT'];
const keep: Right[] = ['SELECT', 'INSERT', 'UPDATE'];

/** What serving requests does with each table. Company data is written by imports alone. */
export const servingRights: Record<string, Right[]> = {
  account: keep,
  api_key: keep,
  daily_usage: keep,
  payment_event: keep,
  period_usage: keep,
  plan_change: ['SELECT', 'INSERT'],
  subscription: keep,
  usage_writer: [...keep, 'DELETE'],
  user_profile: keep,
  activity: read,
  country: read,
  data_version: read,
  entity: read,
  import_run: read,
  legal_form: read,
  register: read,
  search_bucket: read,
  search_entry: read,
  source_layout: read,
};
