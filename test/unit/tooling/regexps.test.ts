import { describe, expect, it } from 'vitest';
import { whyNotLinear } from '../../../scripts/lib/linear.mjs';
import { grammarPatterns, regexpLiterals } from '../../../scripts/lib/regexps.mjs';

const whyNot = (regexp: RegExp): string | undefined => whyNotLinear({ source: regexp.source, flags: regexp.flags });

describe('the check that regular expressions are linear', () => {
  it.each([
    /^(a+)+$/,
    /^a*a*$/,
    /\s+$/,
    /(?:a{0,80}){0,80}b/,
    /a{0,80}a{0,80}b/,
    /^(?=a*a*b)x/,
    /x(?<!a*a*b)y/,
    /^(?:ab)+(?:ab)+$/,
  ])('refuses %s', (regexp) => {
    expect(whyNot(regexp)).toBeDefined();
  });

  it.each([
    /^a+$/,
    /^\s*"?v?(\d{1,4})\.(\d{1,4})/,
    /"[\w.-]{1,80}"(?=:)/,
    /foo.{0,20}bar/,
    /\b[0-9a-f]{64}\b/,
    /^[^"]*"[^"]*"$/,
  ])('takes %s', (regexp) => {
    expect(whyNot(regexp)).toBeUndefined();
  });
});

describe('finding regular expressions', () => {
  it('tells literals from divisions, texts and templates', () => {
    const code =
      'const a=b/c/d,e=/f[/]g/gi;return/h\\//.test(`x${/i/.test(y)?"/no/":z}/no/`)||(a)/2/3||x[0]/1/2||{k:/l/u}';
    expect(regexpLiterals(code)).toEqual([
      { source: 'f[/]g', flags: 'gi' },
      { source: 'h\\/', flags: '' },
      { source: 'i', flags: '' },
      { source: 'l', flags: 'u' },
    ]);
  });

  it('reads the patterns of a grammar as JavaScript', () => {
    const grammar = { patterns: [{ match: '(?i)ab' }, { begin: '\\G"', end: '$', patterns: [{ match: '\\h{2}' }] }] };
    expect(grammarPatterns(grammar)).toEqual([
      { source: 'ab', flags: 'i' },
      { source: '"', flags: '' },
      { source: '$', flags: '' },
      { source: '[0-9a-fA-F]{2}', flags: '' },
    ]);
    expect(() => grammarPatterns({ match: '(?x) a' })).toThrow('no counterpart');
  });
});
