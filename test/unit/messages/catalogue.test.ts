import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCS_FILE, docsText } from '../../../scripts/messages-docs.mjs';
import { CATALOGUE, KUBELET_ROWS, NEIGHBOUR_ROWS, rowById } from '../../../src/messages/catalogue/index.ts';
import { SOURCES } from '../../../src/messages/catalogue/sources.ts';
import type { CatalogueRow } from '../../../src/messages/recognise/row.ts';
import { appendTo } from '../../../src/kubelet/groups.ts';
import { COMPONENT_TITLES } from '../../../src/messages/components.ts';
import { projectRoot, sharedFolder } from '../../support/shared.ts';

const shared = sharedFolder();

/** Rows whose lines are written alike: by one file, with one severity, text and order of keys. */
function rowsOfOneLine(): readonly (readonly CatalogueRow[])[] {
  const groups = new Map<string, CatalogueRow[]>();
  for (const row of KUBELET_ROWS) {
    const { form, file, severity, template, keys } = row;
    appendTo(groups, JSON.stringify([form, file, severity, template, keys]), row);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

const minorOf = (version: string | undefined, absent: number): number =>
  version === undefined ? absent : Number(version.split('.')[1]);

/** Whether there is a version that has both. */
function overlap(a: CatalogueRow, b: CatalogueRow): boolean {
  const begins = ({ since }: CatalogueRow): number => minorOf(since, 0);
  const ends = ({ until }: CatalogueRow): number => minorOf(until, Number.POSITIVE_INFINITY);
  return begins(a) <= ends(b) && begins(b) <= ends(a);
}

describe('the catalogue', () => {
  it('holds at least the 559 rows that were extracted from the source, and about forty kinds of neighbours', () => {
    expect(KUBELET_ROWS.length).toBeGreaterThanOrEqual(559);
    expect(NEIGHBOUR_ROWS.length).toBeGreaterThanOrEqual(40);
  });

  it.skipIf(shared === undefined)('has a row for each row of the reference', () => {
    const reference = readFileSync(join(shared ?? '', 'messages.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map(
        (line) =>
          JSON.parse(line) as {
            id: string;
            message: string;
            form: string;
            severity: string;
            verbosity: string;
            since: string;
            until: string | null;
            file: string;
          },
      );
    expect(reference.length).toBe(559);
    for (const { id, message, form, severity, verbosity, since, until, file } of reference) {
      const row = rowById(id);
      expect(row, id).toBeDefined();
      expect([row?.form, row?.severity ?? '-', row?.since ?? '<=1.8', row?.until ?? null, row?.file], id).toEqual([
        form,
        severity,
        since,
        until,
        file,
      ]);
      if (form !== 'error-text') expect(row?.verbosity, id).toBe(Number(verbosity));
      if (form === 'structured') expect(row?.template, id).toBe(message);
    }
  });

  it('says when in a turn the sync loop writes its lines', () => {
    expect(rowById('syncloop.pleg.s')?.loop).toBe('start');
    expect(rowById('syncloop.housekeeping-slow.s2')?.loop).toBe('end');
    expect(rowById('syncloop.skip.s')?.loop).toBeUndefined();
    expect(rowById('pleg.container-finished.s')?.loop).toBeUndefined();
  });

  it('has no two rows of one message: the later would never be found', () => {
    for (const [first, ...others] of rowsOfOneLine()) {
      for (const other of others) {
        const both = `${first?.id} and ${other.id}`;
        // Versions cannot be told from one line: whichever is found has to say the same.
        expect([other.component, other.meaning, other.whatToDo], both).toEqual([
          first?.component,
          first?.meaning,
          first?.whatToDo,
        ]);
        expect(other.facts, both).toBe(first?.facts);
        expect(first !== undefined && overlap(first, other) && first.verbosity === other.verbosity, both).toBe(false);
      }
    }
  });

  it('names every component', () => {
    for (const row of CATALOGUE) expect(COMPONENT_TITLES[row.component], row.component).toBeDefined();
  });

  it('is what docs/messages.md shows: run scripts/messages-docs.mjs after a change', () => {
    expect(readFileSync(join(projectRoot, DOCS_FILE), 'utf8')).toBe(
      docsText({ rows: CATALOGUE, titles: COMPONENT_TITLES, sources: SOURCES }),
    );
  });
});
