import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Distilled } from "../../../handoff/distil/distilled.ts";
import { reasonTexts } from "../../../state/gate/reason-texts.ts";
import { columns, type Terminal } from "../../terminal.ts";

/** Reasons of the gate, and of the checks that precede it. */
const reasons: Readonly<Record<string, string>> = {
  ...reasonTexts,
  invalid: "not in the requested form",
  name_not_there: "it names something that the cited item does not mention",
  quote_not_there: "the cited item does not contain the quoted text",
  said_by_a_tool: "only the output of a tool supports it",
  too_many: "more entries than requested",
  unknown_fact: "it replaces a fact that does not exist",
  unknown_item: "it cites an item that the model was not shown",
  unquoted: "it quotes nothing",
  words_not_there: "the cited item is about something else",
};

/** The counts in one line, and a line for every entry that is not simply in force. */
export function distilledLines(distilled: Distilled | null, terminal: Terminal): readonly string[] {
  if (distilled === null) return [];
  const { model, offered, admitted, hypotheses, reworded, rejected, entries } = distilled;
  const counts = [
    `${admitted} admitted`,
    ...(hypotheses === 0 ? [] : [`${hypotheses} as hypotheses`]),
    ...(reworded === 0 ? [] : [`${reworded} reworded`]),
    ...(rejected === 0 ? [] : [`${rejected} rejected`]),
  ].join(", ");
  const rows = entries
    .filter(({ decision }) => decision !== "admitted")
    .map(({ decision, reason, text, item }): [string, string] => {
      const place = item === null ? "" : ` (item ${item})`;
      const why = decision === "reworded" ? "" : `${reasons[reason] ?? reason}: `;
      return [`${decision}${place}`, printable(`${why}${text}`)];
    });
  return [
    `Model ${printable(model)} proposed ${formatCount(offered, "entry", "entries")}: ${counts}`,
    ...columns(rows, terminal),
  ];
}
