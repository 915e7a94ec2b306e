/** Checks that run in the page: each function stands alone, because the browser gets its text. */

/** Texts whose contrast to what is behind them is below WCAG 2's 4.5 to 1 (3 to 1 for large ones). What is dimmed on purpose (opacity) is left out. */
export function faintTexts(): string[] {
  type Colour = [number, number, number, number];
  const read = (text: string): Colour => {
    const parts = (text.match(/[\d.]+%?/g) ?? []).map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part)));
    const scale = text.startsWith('color(') ? 255 : 1;
    return [(parts[0] ?? 0) * scale, (parts[1] ?? 0) * scale, (parts[2] ?? 0) * scale, parts[3] ?? 1];
  };
  const over = (front: Colour, back: Colour): Colour => [0, 1, 2].map((part) => (front[part] ?? 0) * front[3] + (back[part] ?? 0) * (1 - front[3])).concat(1) as Colour;
  const luminance = (colour: Colour): number => {
    const [red, green, blue] = colour.slice(0, 3).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  };
  const behind = (node: Element | null): Colour => {
    const layers: Colour[] = [];
    for (let at = node; at !== null; at = at.parentElement) {
      const colour = read(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduceRight<Colour>((back, front) => over(front, back), [255, 255, 255, 1]);
  };
  const faint: string[] = [];
  for (const node of document.querySelectorAll('#kubelet-timeline *')) {
    const text = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE).map((child) => child.textContent ?? '').join('').trim();
    const box = node.getBoundingClientRect();
    if (text === '' || box.width < 2 || box.height < 2 || node.closest('[hidden], [disabled], .reader-only, vscode-option, svg') !== null) continue;
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    let opacity = 1;
    for (let at: Element | null = node; at !== null; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    if (opacity < 1) continue;
    // A control of the toolkit paints its own ground inside its shadow.
    const control = node.shadowRoot?.querySelector('.control');
    const back = control === null || control === undefined ? behind(node) : over(read(getComputedStyle(control).backgroundColor), behind(node));
    const style = getComputedStyle(control ?? node);
    const [a, b] = [luminance(over(read(style.color), back)), luminance(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.49) faint.push(`${node.className || node.localName} "${text.slice(0, 40)}" ${ratio.toFixed(2)} ${style.color} on ${back.map(Math.round).join(',')}`);
  }
  return faint;
}

/**
 * Lines and edges that carry meaning and have less than 3 to 1 to the page's background, `missing` those that are not there to be seen. All stand on the background, or on
 * shades of it.
 */
export function faintGraphics(): { faint: string[]; missing: string[] } {
  const wanted: [string, 'backgroundColor' | 'borderLeftColor' | 'borderBottomColor' | 'color' | 'stroke'][] = [
    ['.crosshair.is-pointer', 'backgroundColor'], ['.crosshair.is-cursor', 'backgroundColor'], ['.crosshair.is-pinned', 'borderLeftColor'], ['.measure', 'borderLeftColor'], ['.brush', 'borderLeftColor'],
    ['.chip:not(.is-startup)', 'borderLeftColor'], ['.chip.is-startup', 'borderLeftColor'], ['.state-badge', 'borderLeftColor'], ['.pane-tab[aria-selected="true"]', 'borderBottomColor'],
    ['.level.is-error', 'color'], ['.level.is-warning', 'color'], ['.level.is-info', 'color'], ['.known.is-proven', 'color'], ['.known.is-likely', 'color'], ['.known.is-unknown', 'color'],
    ['.call.is-hung .call-box', 'stroke'], ['.call.is-running .call-box', 'stroke'], ['.call.is-pending .call-box', 'stroke'], ['.call-edge', 'stroke'], ['.lane-arrow', 'color'], ['.lane-note', 'color'],
  ];
  const read = (text: string): number[] => {
    const parts = (text.match(/[\d.]+%?/g) ?? []).map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part)));
    const scale = text.startsWith('color(') ? 255 : 1;
    return [(parts[0] ?? 0) * scale, (parts[1] ?? 0) * scale, (parts[2] ?? 0) * scale, parts[3] ?? 1];
  };
  const luminance = (colour: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const back = read(getComputedStyle(document.body).backgroundColor);
  const faint: string[] = [];
  const missing: string[] = [];
  for (const [selector, property] of wanted) {
    const node = [...document.querySelectorAll(selector)].find((candidate) => candidate.checkVisibility());
    if (node === undefined) {
      missing.push(selector);
      continue;
    }
    let opacity = 1;
    for (let at: Element | null = node; at !== null; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const [red = 0, green = 0, blue = 0, alpha = 1] = read(getComputedStyle(node)[property]);
    const part = alpha * opacity;
    const seen = [red, green, blue].map((value, place) => value * part + (back[place] ?? 0) * (1 - part));
    const [a, b] = [luminance(seen), luminance(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 2.99) faint.push(`${selector} ${property} ${ratio.toFixed(2)}`);
  }
  return { faint, missing };
}

/** Pairs of visible texts that lie over each other. Tips, overlays and what is scrolled away are left out. */
export function overlappingTexts(): string[] {
  const texts: { node: Node; text: string; box: DOMRect }[] = [];
  for (const node of document.querySelectorAll('#kubelet-timeline *')) {
    if (node.closest('[hidden], .reader-only, .tip, .sheet, .search-error, .time-overlay, thead, svg') !== null || !node.checkVisibility()) continue;
    for (const child of node.childNodes) {
      if (child.nodeType !== Node.TEXT_NODE || (child.textContent ?? '').trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(child);
      for (const rect of range.getClientRects()) {
        // Only what is in sight of everything that scrolls or cuts around it.
        let { left, top, right, bottom } = rect;
        for (let at: Element | null = node; at !== null; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
          const outer = at.getBoundingClientRect();
          left = Math.max(left, outer.left);
          top = Math.max(top, outer.top);
          right = Math.min(right, outer.right);
          bottom = Math.min(bottom, outer.bottom);
        }
        // The header row of a table stays above rows that scroll below it.
        const head = node.closest('.table-scroll')?.querySelector('thead')?.getBoundingClientRect();
        if (head !== undefined) top = Math.max(top, head.bottom);
        if (right - left > 1 && bottom - top > 1) texts.push({ node: child, text: (child.textContent ?? '').slice(0, 40), box: new DOMRect(left, top, right - left, bottom - top) });
      }
    }
  }
  const pairs: string[] = [];
  texts.forEach((a, index) => {
    for (const b of texts.slice(index + 1)) {
      // A text that ends in an ellipsis has a box for the part that is cut off.
      if (a.node === b.node) continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const tall = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide > 2 && tall > 4) pairs.push(`"${a.text}" and "${b.text}"`);
    }
  });
  return pairs.slice(0, 10);
}
