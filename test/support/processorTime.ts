/** Seconds of processor that this process has used for some work: unlike time on the wall they do not depend on what else the machine does. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
