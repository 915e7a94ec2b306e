import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { parseQuery, QUERY_FIELDS } from '../../../src/timeline/search/query.ts';
import { completionsOf } from '../../../webview/search/searchCompletion.ts';
import { hangAnalysis } from '../timeline/hangAnalysis.ts';

const document = buildTimeline(hangAnalysis(), 'kubelet.log');
const labels = (text: string): string[] => completionsOf(text, document).map(({ label }) => label);
const texts = (text: string): string[] => completionsOf(text, document).map((one) => one.text);

describe('what the search offers', () => {
  it('are fields, with what they take', () => {
    expect(labels('')).toEqual(QUERY_FIELDS.map((field) => `${field}:`));
    expect(texts('web-1 -Sev')).toEqual(['web-1 -severity:']);
    expect(completionsOf('ns', document)).toEqual([{ text: 'ns:', label: 'ns:', hint: 'namespace' }]);
    expect(labels('web')).toEqual([]);
  });

  it('are values that the log has, those that begin so first', () => {
    expect(labels('ns:')).toEqual(['default', 'kube-system', 'prod']);
    expect(labels('ns:e')).toEqual(['default', 'kube-system']);
    expect(texts('severity:error,w')).toEqual(['severity:error,warning ']);
    expect(labels('container:side')).toEqual(['sidecar']);
    expect(labels('kind:sk')).toEqual(['skip', 'skipping']);
    expect(labels('pod:web')).toContain('web-1');
    expect(labels('pod:web-1')).toEqual([]);
    expect(labels('nosuch:')).toEqual([]);
    expect(labels('"ns:')).toEqual([]);
  });

  it('can be read when they are taken, whatever was typed before', () => {
    const typed = fc
      .array(fc.constantFrom(...QUERY_FIELDS.map((field) => `${field}:`), 'w', 'e', ' ', '-', ',', '"', 'db'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(typed, (text) => {
        const before = parseQuery(text);
        if (!before.ok) return;
        for (const one of completionsOf(text, document)) expect(parseQuery(one.text).ok, one.text).toBe(true);
      }),
    );
  });
});
