import { splitQuery } from "../web/text/split-query.ts";

/** Somewhere to go. */
export interface PaletteItem {
  readonly kind: string;
  readonly text: string;
  readonly href: string;
}

const MAX_SHOWN = 40;

/** The items that contain every word that was typed; those whose text begins with it come first. */
export function findItems(items: readonly PaletteItem[], typed: string): readonly PaletteItem[] {
  const terms = splitQuery(typed.toLowerCase());
  const found = items.filter(({ kind, text }) => {
    const line = `${kind} ${text}`.toLowerCase();
    return terms.every((each) => line.includes(each));
  });
  const start = typed.trim().toLowerCase();
  const isFirst = ({ text }: PaletteItem) => start !== "" && text.toLowerCase().startsWith(start);
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))].slice(0, MAX_SHOWN);
}
