import { useEffect } from "preact/hooks";

const NAME = "found";
/** More places than a screen has. */
const MAX_RANGES = 1_000;

/**
 * Marks a text wherever it is on the visible part of a list, in code too. The texts stay as they are: a browser
 * that cannot mark ranges shows them without marks.
 */
export function useHighlight(list: { readonly current: HTMLElement | null }, query: string): void {
  // After every change of the list: rows come and go while one scrolls.
  useEffect(() => {
    if (!("highlights" in CSS)) return;
    const wanted = query.trim().toLowerCase();
    if (wanted === "" || list.current === null) CSS.highlights.delete(NAME);
    else CSS.highlights.set(NAME, new Highlight(...rangesOf(list.current, wanted)));
  });
  useEffect(
    () => () => {
      if ("highlights" in CSS) CSS.highlights.delete(NAME);
    },
    [],
  );
}

function rangesOf(root: HTMLElement, wanted: string): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? "";
    // A few letters change their length in lower case; then nothing can be marked by its place.
    if (text.length !== node.nodeValue?.length) continue;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
      if (ranges.length >= MAX_RANGES) return ranges;
    }
  }
  return ranges;
}
