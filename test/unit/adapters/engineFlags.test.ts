import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { engineFlags, engineFlagsAfterReading } from '../../../src/adapters/engineFlags.ts';

describe('engineFlags', () => {
  it('counts bytes of bytecode up to V8 11 and runs of functions from V8 12 on', () => {
    expect(engineFlags('11.3.244.8-node.30')).toContain('--interrupt-budget=150000');
    for (const version of ['12.4.254.21-node.57', '13.6.233.17-node.50']) {
      expect(engineFlags(version)).toContain('--invocation-count-for-turbofan=10000');
      expect(engineFlags(version).join(' ')).not.toContain('budget');
    }
  });

  it('lets functions run longer once the log was read', () => {
    const figure = (flags: readonly string[]): number => Number(flags[0]?.split('=')[1]);
    for (const version of ['11.3.244.8-node.30', '12.4.254.21-node.57', '13.6.233.17-node.50']) {
      expect(figure(engineFlagsAfterReading(version))).toBe(4 * figure(engineFlags(version)));
      expect(engineFlagsAfterReading(version)[0]?.split('=')[0]).toBe(engineFlags(version)[0]?.split('=')[0]);
    }
  });

  it('asks nothing of engines that it was not measured with', () => {
    for (const version of ['10.2.154', '14.1.146.11-node.14', '140.1', ''])
      expect([...engineFlags(version), ...engineFlagsAfterReading(version)]).toEqual([]);
  });

  it('gives the engine that runs this only flags that it knows', () => {
    const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    const flags = [...engineFlags(process.versions.v8), ...engineFlagsAfterReading(process.versions.v8)];
    expect(
      flags
        .map((flag) => flag.replace(/^--(?:no-)?|=.*$/g, ''))
        .filter((name) => !new RegExp(`^  --${name} `, 'm').test(known)),
    ).toEqual([]);
  });
});
