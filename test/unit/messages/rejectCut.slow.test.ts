import { expect, it } from 'vitest';
import { KUBELET_ROWS } from '../../../src/messages/catalogue/index.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { parseTemplate } from '../../../src/messages/recognise/template.ts';
import { recordsOf } from './recordsOf.ts';

it('the quick no lets each error pass that is known though a screen cut it, at its end or in its middle', () => {
  const lines = KUBELET_ROWS.filter(
    ({ facts, form, severity }) => facts !== undefined && form !== 'error-text' && severity !== 'I',
  ).flatMap(({ severity = 'E', file = 'nobody_knows.go', form, template }) => {
    const first = form === 'structured' ? template : (parseTemplate(template).literals[0] ?? '');
    const header = `${severity}0310 08:00:03.100001    2101 ${file}:223] `;
    return Array.from({ length: Math.max(0, Math.ceil((first.length - 10) / 6)) }, (_, at) =>
      first.slice(0, 6 * at + 10),
    ).flatMap((left) =>
      ['>', '$', '…', '...', '… of it', '...of it', '...for \\"it\\"'].flatMap((mark) =>
        [
          ...(form === 'structured' ? [] : [left + mark]),
          `"${left}${mark}`,
          `"${left}${mark}" err="no"`,
          `"${left}${mark}odUID="5a4f"`,
        ].map((body) => `${header}${body}`),
      ),
    );
  });
  const stopped = new Set<string>();
  let known = 0;
  recordsOf(`${lines.join('\n')}\n`).forEach(({ record, rejected }) => {
    expect(record.message).not.toBe('');
    // One that has seen no error of this place yet: it looks at what the quick no would stop.
    if (
      createMessageReader()
        .facts(record)
        .every(({ kind }) => kind === 'other-error')
    )
      return;
    known += 1;
    if (rejected) stopped.add(record.message);
  });
  expect([...stopped]).toEqual([]);
  expect(known).toBeGreaterThan(1000);
});
