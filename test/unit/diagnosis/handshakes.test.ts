import { expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const line = (address: string, second: number): string =>
  `Mar 12 07:14:0${String(second)} n3 kubelet[2201]: I0312 07:14:0${String(second)}.104218    2201 log.go:245] http: TLS handshake error from ${address}:479${String(second)}0: no serving certificate available for the kubelet\n`;

it.each([
  [['10.0.0.8'], 'from 10.0.0.8:'],
  [['10.0.0.8', '10.0.0.9'], 'from 10.0.0.8, 10.0.0.9:'],
  [['10.0.0.5', '10.0.0.6', '10.0.0.7', '10.0.0.8'], 'from 10.0.0.5, 10.0.0.6, 10.0.0.7, …:'],
])('names those who ask a kubelet without a serving certificate: %s', (addresses, said) => {
  const { findings } = diagnoseText([...addresses, ...addresses].map(line).join(''));
  expect(findings[0]?.explanation).toContain(said);
});

it('knows a kubelet without one by the words of 1.8', () => {
  const { findings } = diagnoseText(
    line('10.0.0.8', 1).replace('no serving certificate available for the kubelet', 'no certificate available'),
  );
  expect(findings[0]?.title).toBe('The kubelet has no serving certificate yet');
});
