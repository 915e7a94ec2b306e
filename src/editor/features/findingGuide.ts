/** What the user guide says of a finding, as a page: the finding that was asked for, and below it a list of all. Knows no `vscode`. */
import { COMMANDS } from '../ids.ts';
import { t } from '../said.ts';

/** The address of the command that opens it. */
export function findingLink(id: string): string {
  return `command:${COMMANDS.showFinding}?${encodeURIComponent(JSON.stringify([id]))}`;
}

/**
 * @param sections of `dist/findings.html`: a `<section id="…">` a line
 * @param asked the id of a finding; what is none is not shown
 */
export function findingGuide(sections: string, asked: unknown): string {
  const all = sections.split('\n').flatMap((section) => {
    const [, id] = /^<section id="([a-z][a-z0-9-]{0,60})">/.exec(section) ?? [];
    return id === undefined ? [] : [{ id, section }];
  });
  const shown = all.find(({ id }) => id === asked);
  const items = all.map(({ id, section }) => {
    return `<li><a href="${findingLink(id)}">${id}</a>: ${meaningIn(section)}</li>`;
  });
  return [
    ...(shown === undefined
      ? []
      : [
          `<h1>${shown.id}</h1>`,
          `<p><em>${t('Names and times are those of an example. The finding in the timeline has all steps, with those of the log.')}</em></p>`,
          shown.section,
        ]),
    `<h2>${t('All findings')}</h2>`,
    `<ul>${items.join('\n')}</ul>`,
  ].join('\n');
}

/** The first paragraph of a section, without its sign. */
function meaningIn(section: string): string {
  const [, rest = ''] = section.split('<p>', 2);
  const [paragraph = ''] = rest.split('</p>', 1);
  const [means = ''] = paragraph.split(' Its sign: ', 1);
  return means;
}
