// Layout faults that a reader notices: broken words, and text over text, over a bar, over a button, cut off or beyond
// the edge. Runs in the page and measures the browser's layout.

/** One sentence per fault. Self-contained: Playwright sends its source to the page. */
export function layoutFaults(): string[] {
  interface Box {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  interface Piece extends Box {
    /** Lines may overlap above and below this. */
    readonly letters: Box;
    readonly text: string;
    readonly element: Element;
    readonly group: Element;
  }
  /** Rounding of the browser, px. */
  const slack = 1.5;
  const faults = new Set<string>();

  const clipBy = (box: Box, by: Box): Box => ({
    left: Math.max(box.left, by.left),
    right: Math.min(box.right, by.right),
    top: Math.max(box.top, by.top),
    bottom: Math.min(box.bottom, by.bottom),
  });
  /** Letters fill the middle of their line. */
  const inset = ({ left, right, top, bottom }: Box, share: number): Box => {
    const rim = share * (bottom - top);
    return { left, right, top: top + rim, bottom: bottom - rim };
  };
  const isEmpty = (box: Box): boolean => box.right - box.left < 1 || box.bottom - box.top < 1;
  const meet = (a: Box, b: Box): boolean => {
    const common = clipBy(a, b);
    return common.right - common.left > slack && common.bottom - common.top > slack;
  };
  interface Frame {
    readonly of: Element;
    /** The box; undefined for an element that is for screen readers only. */
    readonly box: Box | undefined;
    readonly mayCut: boolean;
    readonly outer: Frame | undefined;
  }
  const frames = new Map<Element, Frame | undefined>([[document.body, undefined]]);
  /** The nearest frame that clips this element, itself included. Most elements share their parent's. */
  const frameOf = (element: Element): Frame | undefined => {
    if (frames.has(element)) return frames.get(element);
    const outer = element.parentElement ? frameOf(element.parentElement) : undefined;
    const style = getComputedStyle(element);
    const overflow = `${style.overflowX} ${style.overflowY}`;
    const isHidden = style.clipPath !== 'none';
    const clips = isHidden || (overflow !== 'visible visible' && style.display !== 'inline');
    const box = isHidden ? undefined : element.getBoundingClientRect();
    const mayCut = !/auto|scroll/.test(overflow) && style.textOverflow !== 'ellipsis';
    const frame = clips ? { of: element, box, mayCut, outer } : outer;
    frames.set(element, frame);
    return frame;
  };
  /** The visible part of a box within its ancestors; undefined when nothing is visible. `onCut` receives an ancestor
   *  that cuts it off without a way to scroll and without an ellipsis. */
  const seen = (whole: Box, element: Element, onCut?: (by: Element) => void): Box | undefined => {
    let box = whole;
    for (let at = frameOf(element); at; at = at.outer) {
      const frame = at.box;
      if (!frame) return undefined;
      const isOutside =
        box.left < frame.left - slack ||
        box.right > frame.right + slack ||
        box.top < frame.top - slack ||
        box.bottom > frame.bottom + slack;
      if (isOutside && at.mayCut) onCut?.(at.of);
      box = clipBy(box, frame);
      if (isEmpty(box)) return undefined;
    }
    return box;
  };

  /** The part of the page that an element belongs to: texts of one part must not overlap. An element that is fixed to the
   *  window is a part of its own, because it lies over the page by design. */
  const groupOf = (element: Element): Element => {
    const parts = 'section, header, footer, fieldset, [role=dialog]';
    for (let at: Element | null = element; at; at = at.parentElement)
      if (at.matches(parts) || getComputedStyle(at).position === 'fixed') return at;
    return document.body;
  };

  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest('script, style, option')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const group = groupOf(element);
    let isSeen = false;
    const rects = [...range.getClientRects()];
    for (const rect of rects) {
      if (rect.width < 1) continue;
      const box = seen(inset(rect, 0.1), element, (by) =>
        faults.add(`“${text}” is cut off by ${by.tagName.toLowerCase()}.${by.getAttribute('class') ?? ''}`),
      );
      if (!box) continue;
      isSeen = true;
      if (box.right > innerWidth + slack || box.left < -slack) faults.add(`“${text}” leaves the screen`);
      pieces.push({ ...box, letters: clipBy(box, inset(rect, 0.2)), text, element, group });
    }
    if (!isSeen || rects.length === 1) continue; // a word is broken only between two lines
    if (getComputedStyle(element).wordBreak === 'break-all') continue; // an address
    for (const word of node.textContent?.matchAll(/[\p{L}\p{N}]{2,}/gu) ?? []) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      if (tops.length > 1 && Math.max(...tops) - Math.min(...tops) > 4)
        faults.add(`the word “${word[0]}” is broken in two`);
    }
  }

  const piecesOf = new Map<Element, Piece[]>();
  for (const piece of pieces) piecesOf.set(piece.group, [...(piecesOf.get(piece.group) ?? []), piece]);
  for (const near of piecesOf.values())
    for (const [i, a] of near.entries())
      for (const b of near.slice(i + 1))
        if (a.element !== b.element && meet(a.letters, b.letters))
          faults.add(`“${a.text}” lies over “${b.text}”`);

  const shapes = document.querySelectorAll('button, input:not([type=radio]), select, canvas, span[role=img]');
  for (const shape of shapes) {
    const isVisible = shape.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const rect = isVisible ? seen(shape.getBoundingClientRect(), shape) : undefined;
    if (!rect) continue;
    for (const piece of piecesOf.get(groupOf(shape)) ?? [])
      if (!shape.contains(piece.element) && meet(piece, rect)) {
        const name = shape.getAttribute('aria-label') ?? shape.textContent;
        faults.add(`“${piece.text}” lies over ${shape.tagName.toLowerCase()} “${name}”`);
      }
  }
  return [...faults];
}
