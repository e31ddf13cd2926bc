export interface ProgressBar {
  /** Shows the current phase, its count, and the share of all work that is done. The time left is estimated from the share. */
  show(label: string, count: number, share: number): void;
  clear(): void;
}

const barWidth = 24;
/** How often the display changes. */
const everyMs = { terminal: 100, elsewhere: 5_000 };

/** Count, rate and time left: a bar in a terminal, plain lines elsewhere. */
export function progressBar(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  unit = 'rows',
  now: () => number = Date.now,
): ProgressBar {
  const start = now();
  let shown = stream.isTTY ? 0 : start;
  let current = { label: '', since: start, from: 0 };
  return {
    show: (label, count, share) => {
      // The rate is that of the current phase.
      if (label !== current.label) current = { label, since: now(), from: count };
      if (now() - shown < (stream.isTTY ? everyMs.terminal : everyMs.elsewhere)) return;
      shown = now();
      const seconds = (shown - current.since) / 1000;
      const rate = seconds > 0 ? Math.round((count - current.from) / seconds) : 0;
      const counted = count > 0 ? `: ${count.toLocaleString('en')} ${unit}` : '';
      const speed = rate > 0 ? `, ${rate.toLocaleString('en')} a second` : '';
      const line = `${label}${counted}${speed}${timeLeft(share, shown - start)}`;
      const done = Math.round(Math.min(share, 1) * barWidth);
      stream.write(stream.isTTY ? `\r\x1b[K[${'='.repeat(done)}${' '.repeat(barWidth - done)}] ${line}` : `${line}\n`);
    },
    clear: () => {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

function timeLeft(share: number, milliseconds: number): string {
  if (!(share > 0 && share < 1)) return '';
  const seconds = Math.ceil((milliseconds / 1000 / share) * (1 - share));
  return seconds < 120 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}
