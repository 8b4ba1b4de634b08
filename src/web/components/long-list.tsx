import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { formatCount } from "../../base/text/format-count.ts";
import { IsStatic } from "./static-context.ts";
import { useRows } from "./use-rows.ts";

/** A list of any length. */
interface LongListProps<Item> {
  readonly items: readonly Item[];
  /** What is listed, in the singular. */
  readonly noun: string;
  readonly keyOf: (item: Item, index: number) => string | number;
  readonly children: (item: Item, index: number) => ComponentChildren;
}

/** Items that are on the page at once; of a longer list only those in view exist. */
const MAX_ROWS = 500;

/** A list of which a long one costs no more than a short one. */
export function LongList<Item>(props: LongListProps<Item>) {
  const { items, noun, keyOf, children } = props;
  const isStatic = useContext(IsStatic);
  if (!isStatic && items.length > MAX_ROWS) return <Windowed {...props} />;
  const more = items.length - MAX_ROWS;
  return (
    <>
      <ul>
        {items.slice(0, MAX_ROWS).map((item, index) => (
          <li key={keyOf(item, index)}>{children(item, index)}</li>
        ))}
      </ul>
      {more > 0 && <p class="quiet">{formatCount(more, `more ${noun}`)} not shown here.</p>}
    </>
  );
}

function Windowed<Item>({ items, keyOf, children }: LongListProps<Item>) {
  const { list, virtualizer } = useRows({
    count: items.length,
    estimate: 32,
    keyOf: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item, index);
    },
  });
  return (
    <ul ref={list} class="long" style={{ height: `${virtualizer.getTotalSize()}px` }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        const top = `${start - virtualizer.options.scrollMargin}px`;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            style={{ transform: `translateY(${top})` }}
          >
            {children(item, index)}
          </li>
        );
      })}
    </ul>
  );
}
