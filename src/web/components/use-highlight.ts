import { useEffect } from "preact/hooks";
import { splitQuery } from "../text/split-query.ts";

const NAME = "found";
/** More places than a screen has. */
const MAX_RANGES = 1_000;

/**
 * Marks the terms of a query wherever they are on the visible part of a list, in code too. The texts stay as they are: a browser
 * that cannot mark ranges shows them without marks.
 */
export function useHighlight(list: { readonly current: HTMLElement | null }, query: string): void {
  // After every change of the list: rows come and go while one scrolls.
  useEffect(() => {
    if (!("highlights" in CSS)) return;
    const terms = splitQuery(query.toLowerCase());
    if (terms.length === 0 || list.current === null) CSS.highlights.delete(NAME);
    else CSS.highlights.set(NAME, new Highlight(...rangesOf(list.current, terms)));
  });
  useEffect(
    () => () => {
      if ("highlights" in CSS) CSS.highlights.delete(NAME);
    },
    [],
  );
}

/** Frames in which an item that was scrolled to has been measured, with everything above it. */
const MAX_FRAMES = 30;

/**
 * Scrolls to the first term in an item once the item has come to rest: a long one may have it far below its
 * beginning. `covered` are the pixels at the top of the window that something else covers.
 */
export function scrollToTerm(
  itemOf: () => HTMLElement | null,
  query: string,
  covered: number,
): () => void {
  let frame = 0;
  const wait = (left: number, before: number | undefined) => {
    frame = requestAnimationFrame(() => {
      const item = itemOf();
      const top = item?.getBoundingClientRect().top;
      if (item === null || top !== before) {
        if (left > 0) wait(left - 1, top);
        return;
      }
      const [first] = rangesOf(item, splitQuery(query.toLowerCase()));
      const place = first?.getBoundingClientRect();
      if (place === undefined || (place.top >= covered && place.bottom <= innerHeight)) return;
      window.scrollBy(0, place.top - Math.max(covered, innerHeight / 3));
    });
  };
  wait(MAX_FRAMES, undefined);
  return () => cancelAnimationFrame(frame);
}

function rangesOf(root: HTMLElement, terms: readonly string[]): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? "";
    // A few letters change their length in lower case; then nothing can be marked by its place.
    if (text.length !== node.nodeValue?.length) continue;
    for (const term of terms) {
      for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + term.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + term.length);
        ranges.push(range);
        if (ranges.length >= MAX_RANGES) return ranges;
      }
    }
  }
  return ranges;
}
