/**
 * In milliseconds of the processor: the longest that this thread does not come to its next turn, from now until it is asked. Other
 * work of the machine does not count, as it would by the clock.
 */
export function longestStop(): () => number {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [longest, last] = [0, used()];
  const timer = setInterval(() => {
    const now = used();
    [longest, last] = [Math.max(longest, now - last), now];
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
