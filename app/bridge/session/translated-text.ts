// A browser that translates the page takes React's text nodes out and puts <font> elements in their places. React does not
// know: it would remove or insert beside a node that is gone, which throws, and would write into a node that nobody sees.
// Here every text that was taken out keeps its stand-in. A new text takes its place back (the browser then translates that),
// and what the page does to the old node happens to the stand-in. See https://github.com/facebook/react/issues/11538.

/** The element that stands in for each text node that was taken out. */
const standIns = new WeakMap<Node, Element>();

/** Watches `root` from now on. Once for each document. */
export function keepTranslatedText(root: Node): void {
  const written = new MutationObserver((records) => {
    for (const { target } of records) putBack(target);
  });
  new MutationObserver((records) => {
    for (const [text, standIn] of replacedTexts(records)) {
      standIns.set(text, standIn);
      written.observe(text, { characterData: true });
    }
  }).observe(root, { childList: true, subtree: true });
  followStandIns(Node.prototype);
}

/** The translated texts in one batch of changes: each text that was taken out beside a <font> that came in, with it. */
function replacedTexts(records: readonly MutationRecord[]): readonly (readonly [Node, Element])[] {
  const came: { font: Element; record: MutationRecord }[] = [];
  for (const record of records)
    for (const node of record.addedNodes) if (isFont(node)) came.push({ font: node, record });
  if (came.length === 0) return [];
  return records.flatMap((record) =>
    [...record.removedNodes].flatMap((text) => {
      if (text.nodeType !== 3 || text.isConnected) return [];
      const font =
        [record.previousSibling, record.nextSibling].find((node) =>
          came.some((each) => each.font === node),
        ) ?? came.find(({ record: other }) => isSamePlace(record, other))?.font;
      return font === undefined || font === null ? [] : [[text, font as Element] as const];
    }),
  );
}

function isFont(node: Node): node is Element {
  return node.nodeName === 'FONT';
}

/** Whether both records are of one gap between the same neighbours. */
function isSamePlace(a: MutationRecord, b: MutationRecord): boolean {
  return a.target === b.target && a.previousSibling === b.previousSibling && a.nextSibling === b.nextSibling;
}

/** The element that stands in the page for this node; undefined: the node itself is there, or nothing is. */
function standInOf(node: Node, parent: Node): Element | undefined {
  const standIn = node.parentNode === parent ? undefined : standIns.get(node);
  return standIn?.parentNode === parent ? standIn : undefined;
}

function putBack(text: Node): void {
  const standIn = standIns.get(text);
  if (!standIn?.isConnected || text.isConnected) return;
  standIns.delete(text);
  standIn.replaceWith(text);
}

/** Translators differ, and some move nodes that they do not replace. A node that is elsewhere by now leaves there; a
 *  neighbour that is gone leaves the end of its parent. */
function followStandIns(prototype: Node): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const standIn = standInOf(child, this);
    if (standIn) removeChild.call(this, standIn);
    else if (child.parentNode) removeChild.call(child.parentNode, child);
    standIns.delete(child);
    return child;
  };
  prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const isHere = before === null || before === undefined || before.parentNode === this;
    return insertBefore.call(this, added, isHere ? before : (standInOf(before, this) ?? null)) as T;
  };
}
