import { describe, expect, it } from 'vitest';
import { asWritten } from '../../../src/kubelet/printable.ts';
import { htmlReport, REPORT_PLACES, reportPlace } from '../../../src/report/htmlReport.ts';
import { reportParts } from '../../../src/report/reportParts.ts';
import { escapeHtml, escapeHtmlWithCode } from '../../../src/report/htmlText.ts';
import { textOfPieces } from '../../support/pieces.ts';
import { analysisOf, fixture, HANG, sessionOf } from '../analysis/analyse.ts';

const session = sessionOf(fixture(HANG));
const parts = reportParts(analysisOf(session), session.lineText);
const body = `${parts.before}\n${parts.behind}`;

describe('text in a page', () => {
  it('stays text', () => {
    expect(escapeHtml(asWritten(`<b a="1" c='2'>&amp;`))).toBe('&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;');
  });

  it('has code between backticks, and a lone one as it is', () => {
    expect(escapeHtmlWithCode(asWritten('run `crictl ps -a | grep <x>` and `'))).toBe(
      'run <code>crictl ps -a | grep &lt;x&gt;</code> and `',
    );
    expect(escapeHtmlWithCode(asWritten('a `` b'))).toBe('a `` b');
  });
});

describe('the body', () => {
  it('says what the Markdown says', () => {
    for (const part of [
      '<h1>PLEG unhealthy for about 2m10s, recovered</h1>',
      'node worker-2: kubelet v1.36.2, 1 process',
      '<h2 id="when">What happened when</h2>',
      'node reported NotReady',
      '<h2 id="known">What is proven, and what is likely</h2>',
      '<h2 id="findings">Findings</h2>',
      'Confidence: high (<code>list-calls-hang</code>',
      '<h4>What to do next</h4>',
      '21 of 21 skips explained by the replay',
    ])
      expect(body).toContain(part);
  });

  it('has each line that it names, with its text', () => {
    const named = [...body.matchAll(/href="#(line-\d+-\d+)"/g)].map(([, id]) => id);
    const quoted = [...body.matchAll(/id="(line-\d+-\d+)"/g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(10);
    expect(new Set(quoted).size).toBe(quoted.length);
    expect(named.filter((id) => !quoted.includes(id))).toEqual([]);
    const lines = new TextDecoder().decode(fixture(HANG)).split('\n');
    const [, line = '', text = ''] = /id="line-0-(\d+)"[^\n]*?<\/button> <code>([^<]*)<\/code>/.exec(body) ?? [];
    expect(text).toBe(escapeHtml(asWritten(lines[Number(line) - 1] ?? '')));
  });
});

describe('the file', () => {
  it('puts each part into its place, and reads no place out of a part', () => {
    const template = `<a>${REPORT_PLACES.map(reportPlace).join('|')}</a>`;
    const given = {
      ...parts,
      title: asWritten(reportPlace('document')),
      before: asWritten('B'),
      behind: asWritten('C'),
    };
    expect(textOfPieces(htmlReport(template, { ...given, document: asWritten('D') }))).toBe(
      `<a>${reportPlace('document')}|B|C|D</a>`,
    );
  });

  it('takes no template without all places', () => {
    expect(() => textOfPieces(htmlReport('<html></html>', parts))).toThrow('no place for its title');
  });
});
