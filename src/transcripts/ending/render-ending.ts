import { collapseSpace, truncateEnd, truncateMiddle } from "../../base/text/one-line.ts";
import { type CitedRecord, cite } from "../cite.ts";
import type { ItemNumbers } from "../item-numbers.ts";
import type { Ending, EndingItem } from "./ending.ts";

/** How an ending is rendered. */
interface EndingRequest {
  readonly maxBytes: number;
  /** The numbers that it cites. */
  readonly numbers: ItemNumbers;
  /** A request that follows word for word: its beginning is enough. */
  readonly carried: string | null;
}

/** The most of an item; the record that it cites has the rest. */
const MAX_ITEM = 240;
const MAX_REQUEST = 200;
const MAX_CARRIED = 60;
const STOPPED = {
  limit: "a usage limit stopped the work",
  interrupt: "the user interrupted the work",
  error: "an error stopped the work",
} as const;

/** An ending as lines of a page, within a number of bytes: what is open goes before what is done. */
export function renderEnding(ending: Ending, request: EndingRequest): string {
  const place = (record: CitedRecord) => cite(request.numbers, record);
  const head = [
    "Where it ended (#N is the item that bears it out; “holdall show” takes it as --from N):",
    ...ending.asked.map((item) => {
      const most = item.item_id === request.carried ? MAX_CARRIED : MAX_REQUEST;
      return `Asked last ${place(item)}: ${truncateMiddle(item.text, most)}`;
    }),
    answerLine(ending, place),
  ];
  let left = request.maxBytes - Buffer.byteLength(head.join("\n"));
  const take = (items: readonly EndingItem[]) => {
    const taken: string[] = [];
    for (const item of items) {
      const line = `- ${place(item)} ${truncateEnd(collapseSpace(item.text), MAX_ITEM)}`;
      if (Buffer.byteLength(line) + 1 > left) break;
      left -= Buffer.byteLength(line) + 1;
      taken.push(line);
    }
    return taken;
  };
  const open = take(ending.open);
  const unknown = take(ending.unknown);
  const refused = take(ending.refused);
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
      : ["Still open: nothing was recognised; the last message may name more."]),
    ...(done.length === 0 ? [] : ["Done:", ...done]),
    ...(refused.length === 0 ? [] : ["Refused by the user:", ...refused]),
    ...(unknown.length === 0 ? [] : ["Not known:", ...unknown]),
  ].join("\n");
}

function answerLine(
  { answer, report, stop, asked }: Ending,
  place: (record: CitedRecord) => string,
): string {
  if (stop !== null) {
    const reason = stop.text === "" ? "" : `: “${stop.text}”`;
    return `Not answered: ${STOPPED[stop.by]} ${place(stop)}${reason}`;
  }
  if (answer !== null && report !== null) {
    return `Answered ${place(answer)}; the last message below, ${place(report)}, reports on an earlier request.`;
  }
  if (answer !== null) return `Answered ${place(answer)}; the reply is the last message below.`;
  if (asked.length === 0) return "Nothing was asked.";
  return "Not answered: the record ends while the work was under way.";
}
