import { describe, expect, it } from 'vitest';
import { documentText } from '../../../src/protocol/documentText.ts';
import { isHostToPage } from '../../../src/protocol/protocol.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { readDocument } from '../../../webview/report/readDocument.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../analysis/analyse.ts';

const document = timelineOf(analysisOf(sessionOf(fixture(HANG))), 'kubelet </script><!-- log');

describe('a document as text', () => {
  it('is read as it was, NaN and all', () => {
    const read = readDocument(documentText(document));
    expect(read).toEqual(document);
    expect(isHostToPage({ type: 'document', document: read })).toBe(true);
  });

  it('can stand in a script element', () => {
    expect(documentText(document)).not.toContain('<');
  });

  it.each([0, 1, 2, 3, 4, 255, 256])('keeps arrays of %d elements', (length) => {
    const lone = {
      ...document,
      lanes: [],
      rate: { ...document.rate, info: Float64Array.from({ length }, (_, at) => at / 3) },
    };
    expect(readDocument(documentText(lone as typeof document))).toEqual(lone);
  });
});
