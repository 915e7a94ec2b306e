/** How much of the written answer is shown while it is short: whole lines, or all of it when little would be hidden. */

/** As many lines more than wanted are shown rather than hidden. */
const LITTLE = 2;
/** So many lines of the first paragraph are shown whole. */
const MOST_FIRST = 8;
/** Findings stand less densely than lines: as much more room they get, in CSS pixels. */
const PADDINGS = 8;

/** Cuts the text and the findings beside it in `body`; true when something is hidden. */
export function cutAnswer(body: HTMLElement): boolean {
  const style = getComputedStyle(body);
  const line = Number.parseFloat(style.lineHeight);
  const lines = Number.parseFloat(style.getPropertyValue('--answer-lines'));
  const [text, side] = [
    body.querySelector<HTMLElement>('.answer-text'),
    body.querySelector<HTMLElement>('.answer-side'),
  ];
  const ofText = text === null ? 0 : Math.max(lines * line, firstWhole(text, line));
  const isTextCut = text !== null && cut(body, text, ofText + LITTLE * line, () => ofText);
  // Where they stand below the text, findings leave some of their room to a long first paragraph.
  const less =
    text !== null && side !== null && side.offsetTop > text.offsetTop + line ? (ofText - lines * line) / 2 : 0;
  const isSideCut =
    side !== null &&
    cut(body, side, (lines + LITTLE) * line - less, () => lastWhole(side, (lines + 1) * line + PADDINGS - less));
  return isTextCut || isSideCut;
}

/** Cuts a part that is higher than `most` to `height`, all in CSS pixels; true when it is cut. */
function cut(body: HTMLElement, part: HTMLElement, most: number, height: () => number): boolean {
  part.style.maxHeight = '';
  const isCut = body.classList.contains('is-short') && part.scrollHeight > most;
  part.classList.toggle('is-cut', isCut);
  if (isCut) part.style.maxHeight = `${height()}px`;
  return isCut;
}

/** Where the first paragraph ends, when it is not very long: it says to somebody on call what happened and what to do next. */
function firstWhole(part: HTMLElement, line: number): number {
  const end = part.querySelector('p')?.scrollHeight ?? 0;
  return end > MOST_FIRST * line + 1 ? 0 : end;
}

/** Where the last of the findings ends that fits: they are not all of one height. The first is always shown. */
function lastWhole(part: HTMLElement, most: number): number {
  const { top } = part.getBoundingClientRect();
  const [first = 0, ...others] = Array.from(
    part.querySelectorAll('summary'),
    (summary) => summary.getBoundingClientRect().bottom - top,
  );
  return Math.max(first, ...others.filter((end) => end <= most));
}
