import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortNodeNames } from '../../../webview/page/nodeNames.ts';

describe('a short name of a node', () => {
  it('lacks the domain that all nodes share', () => {
    expect(
      shortNodeNames(['ip-10-0-1-2.eu-central-1.compute.internal', 'ip-10-0-1-3.eu-central-1.compute.internal']),
    ).toEqual(['ip-10-0-1-2', 'ip-10-0-1-3']);
    expect(shortNodeNames(['a.east.example.org', 'a.west.example.org'])).toEqual(['a.east', 'a.west']);
    expect(shortNodeNames(['a.example.org', 'example.org'])).toEqual(['a.example', 'example']);
  });

  it('is the whole name where nothing is shared, or it is an address, or there is one only', () => {
    for (const names of [
      ['worker-1', 'worker-2'],
      ['10.1.0.1', '10.2.0.1'],
      ['fe80::1.2', 'fe80::2.2'],
      ['a.example.org'],
      [],
    ])
      expect(shortNodeNames(names)).toEqual(names);
  });

  it('tells the nodes apart as the whole name does', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c', '1', ''), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 5 }), (names) => {
        const short = shortNodeNames(names);
        expect(new Set(short).size).toBe(names.length);
        short.forEach((one, index) => expect(names[index]?.startsWith(one)).toBe(true));
      }),
    );
  });
});
