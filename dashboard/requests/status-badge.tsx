import { Badge } from '../parts/common.tsx';

const kinds: Record<string, string> = { 2: 'good', 3: '', 4: 'warn', 5: 'bad' };

/** The status of an answer, coloured by its class. */
export const StatusBadge = ({ status }: { status: number }) => (
  <Badge kind={kinds[Math.floor(status / 100)] ?? ''}>{status === 499 ? '499 (disconnected)' : status}</Badge>
);
