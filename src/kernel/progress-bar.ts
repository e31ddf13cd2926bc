export interface ProgressBar {
  show(label: string, rows: number, share: number): void;
  clear(): void;
}

const barWidth = 24;
/** How often the display changes: a person's eye, or the lines of a log. */
const pace = { terminal: 100, elsewhere: 5_000 };

/** Rows, rate and time left: a bar in a terminal, plain lines elsewhere. */
export function progressBar(stream: NodeJS.WriteStream, now: () => number = Date.now): ProgressBar {
  const start = now();
  let shown = stream.isTTY ? 0 : start;
  return {
    show: (label, rows, share) => {
      if (now() - shown < (stream.isTTY ? pace.terminal : pace.elsewhere)) return;
      shown = now();
      const line = progressLine(label, rows, share, (shown - start) / 1000);
      const done = Math.round(Math.min(share, 1) * barWidth);
      stream.write(stream.isTTY ? `\r\x1b[K[${'='.repeat(done)}${' '.repeat(barWidth - done)}] ${line}` : `${line}\n`);
    },
    clear: () => {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

function progressLine(label: string, rows: number, share: number, seconds: number): string {
  const rate = Math.round(rows / Math.max(seconds, 0.001));
  const left = share > 0 && share < 1 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : '';
  return `${label}: ${rows.toLocaleString('en')} rows, ${rate.toLocaleString('en')} a second${left}`;
}
