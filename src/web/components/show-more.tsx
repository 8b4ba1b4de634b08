import type { ComponentChildren } from "preact";
import { useContext, useState } from "preact/hooks";
import { formatCount } from "../../base/text/format-count.ts";
import { IsStatic } from "./static-context.ts";

/** A list of which only the beginning is there at first. */
interface ShowMoreProps<Item> {
  readonly items: readonly Item[];
  /** Items that are there at first, and how many more each time. */
  readonly step: number;
  /** Items that are there at first, if it is another number. */
  readonly first?: number;
  /** What one item is called, and several. */
  readonly noun: readonly [one: string, many: string];
  /** Lays out the items that are there. */
  readonly children: (shown: readonly Item[]) => ComponentChildren;
}

/** The first items, and a button for more; a page without a script has all. */
export function ShowMore<Item>({
  items,
  step,
  first = step,
  noun,
  children: show,
}: ShowMoreProps<Item>) {
  const isStatic = useContext(IsStatic);
  const [added, setAdded] = useState(0);
  const limit = first + added;
  const shown = isStatic ? items : items.slice(0, limit);
  const more = items.length - shown.length;
  return (
    <>
      {show(shown)}
      {more > 0 && (
        <button type="button" class="more" onClick={() => setAdded(added + step)}>
          {more > step
            ? `Show more of ${formatCount(more, ...noun)}`
            : `Show ${formatCount(more, `more ${noun[0]}`, `more ${noun[1]}`)}`}
        </button>
      )}
    </>
  );
}
