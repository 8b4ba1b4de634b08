import { collapseSpace, truncateEnd, truncateMiddle } from "../../base/text/one-line.ts";
import type { Ending, EndingItem } from "./ending.ts";

/** The most of an item; the record that it cites has the rest. */
const MAX_ITEM = 240;
const MAX_REQUEST = 200;
const STOPPED = {
  limit: "a usage limit stopped the work",
  interrupt: "the user interrupted the work",
  error: "an error stopped the work",
} as const;

/** An ending as lines of a page, within a number of bytes: what is open goes before what is done. */
export function renderEnding(ending: Ending, maxBytes: number): string {
  const cite = citations(ending);
  const head = [
    `Where it ended (times in UTC${dayOf(ending)}; in brackets the record that bears it out):`,
    ...ending.asked.map(
      (item) => `Asked last ${cite(item)}: ${truncateMiddle(item.text, MAX_REQUEST)}`,
    ),
    answerLine(ending, cite),
  ];
  let left = maxBytes - Buffer.byteLength(head.join("\n"));
  const take = (items: readonly EndingItem[]) => {
    const taken: string[] = [];
    for (const item of items) {
      const line = `- ${cite(item)} ${truncateEnd(collapseSpace(item.text), MAX_ITEM)}`;
      if (Buffer.byteLength(line) + 1 > left) break;
      left -= Buffer.byteLength(line) + 1;
      taken.push(line);
    }
    return taken;
  };
  const open = take(ending.open);
  const unknown = take(ending.unknown);
  const done = take(ending.done.toReversed()).reverse();
  const isOpen = ending.answer === null && ending.asked.length > 0;
  return [
    ...head,
    ...(open.length > 0 || isOpen
      ? [
          "Still open:",
          ...(isOpen ? ["- the last request, as far as it is not under “Done”"] : []),
          ...open,
        ]
      : ["Still open: nothing that the record shows."]),
    ...(done.length === 0 ? [] : ["Done:", ...done]),
    ...(unknown.length === 0 ? [] : ["Not known:", ...unknown]),
  ].join("\n");
}

type Cite = (item: Pick<EndingItem, "at" | "item_id">) => string;

/** The time of a record, with its day where that is another one than the last; its id where it has no time. */
function citations(ending: Ending): Cite {
  const day = lastDay(ending);
  return ({ at, item_id }) => {
    if (at === null) return item_id === "" ? "[earlier]" : `[${item_id.slice(0, 12)}]`;
    const time = at.slice(11, 16);
    return at.slice(0, 10) === day ? `[${time}]` : `[${at.slice(0, 10)} ${time}]`;
  };
}

function dayOf(ending: Ending): string {
  const day = lastDay(ending);
  return day === null ? "" : ` of ${day}`;
}

function lastDay({ asked, answer, stop }: Ending): string | null {
  const at = stop?.at ?? answer?.at ?? asked.at(-1)?.at ?? null;
  return at === null ? null : at.slice(0, 10);
}

function answerLine({ answer, stop, asked }: Ending, cite: Cite): string {
  if (stop !== null) {
    const reason = stop.text === "" ? "" : `: “${stop.text}”`;
    return `Not answered: ${STOPPED[stop.by]} ${cite(stop)}${reason}`;
  }
  if (answer !== null) return `Answered ${cite(answer)}; the reply is the last message below.`;
  if (asked.length === 0) return "Nothing was asked.";
  return "Not answered: the record ends while the work was under way.";
}
