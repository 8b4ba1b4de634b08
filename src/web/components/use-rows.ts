import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from "@tanstack/virtual-core";
import { useCallback, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";

/** A list in which only the rows near the visible part of the page exist. */
export interface VisibleRows {
  /** The reference of the element that contains the rows. */
  readonly list: (element: HTMLElement | null) => void;
  /** That element; null until it is on the page. */
  readonly element: { readonly current: HTMLElement | null };
  readonly virtualizer: Virtualizer<Window, HTMLElement>;
}

/** How to lay out a long list. */
interface RowOptions {
  readonly count: number;
  /** Pixels of a row before it was measured. */
  readonly estimate: number;
  readonly keyOf: (index: number) => string | number;
}

/** Keeps a long list in step with the scroll position of the page. */
export function useRows({ count, estimate, keyOf }: RowOptions): VisibleRows {
  const element = useRef<HTMLElement | null>(null);
  const [, rerender] = useReducer((turn: number) => turn + 1, 0);
  const options = {
    count,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: 6,
    scrollMargin: element.current === null ? 0 : topOf(element.current),
    scrollPaddingStart: coveredBy(element.current),
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange: () => rerender(null),
    initialOffset: () => window.scrollY,
  };
  const [virtualizer] = useState(() => new Virtualizer<Window, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  // The place of the list is known only once it is on the page.
  useLayoutEffect(() => rerender(null), []);
  const list = useCallback((found: HTMLElement | null) => {
    element.current = found;
  }, []);
  return { list, element, virtualizer };
}

/** Space between the toolbar and a row below it. */
const GAP = 8;

/** Pixels that the toolbar of a list, which stays in view, covers above what was jumped to. */
function coveredBy(element: HTMLElement | null): number {
  const toolbar = element?.parentElement?.querySelector(".toolbar");
  return (toolbar?.clientHeight ?? 0) + GAP;
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top + window.scrollY;
}
