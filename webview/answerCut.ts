/** How much of the written answer is shown while it is short: whole lines, or all of it when little would be hidden. */

/** As many lines more than wanted are shown rather than hidden. */
const LITTLE = 2;
/** Findings stand less densely than lines: as much more room they get, in CSS pixels. */
const PADDINGS = 8;

/** Cuts the text and the findings beside it in `body`; true when something is hidden. */
export function cutAnswer(body: HTMLElement): boolean {
  const style = getComputedStyle(body);
  const line = Number.parseFloat(style.lineHeight);
  const lines = Number.parseFloat(style.getPropertyValue('--answer-lines'));
  const cuts = [...body.querySelectorAll<HTMLElement>('.answer-text, .answer-side')].map((part) => {
    part.style.maxHeight = '';
    const isCut = body.classList.contains('is-short') && part.scrollHeight > (lines + LITTLE) * line;
    part.classList.toggle('is-cut', isCut);
    if (isCut) part.style.maxHeight = `${part.classList.contains('answer-side') ? lastWhole(part, (lines + 1) * line + PADDINGS) : lines * line}px`;
    return isCut;
  });
  return cuts.includes(true);
}

/** Where the last of the findings ends that fits: they are not all of one height. The first is always shown. */
function lastWhole(part: HTMLElement, most: number): number {
  const { top } = part.getBoundingClientRect();
  const [first = 0, ...others] = Array.from(part.querySelectorAll('summary'), (summary) => summary.getBoundingClientRect().bottom - top);
  return Math.max(first, ...others.filter((end) => end <= most));
}
