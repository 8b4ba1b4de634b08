import { printable } from "../../../base/text.ts";
import type { Distilled } from "../../../handoff/distil/distilled.ts";
import { columns, type Terminal } from "../../terminal.ts";

const reasons: Readonly<Record<string, string>> = {
  budget_saturated: "no room for it",
  drift: "it contradicts an entry",
  invalid: "not in the form that was asked for",
  name_not_there: "it names what the item does not",
  quote_not_there: "the item does not hold the words it quotes",
  redundant: "an entry says the same",
  said_by_a_tool: "only a tool's output says so",
  too_many: "more than anybody asked for",
  unknown_fact: "it rewords what was never said",
  unknown_item: "it cites an item that was not shown",
  unquoted: "it quotes nothing",
  words_not_there: "the item speaks of something else",
};

/** The counts in one line, and a line for every entry that is not simply in force. */
export function distilledLines(distilled: Distilled | null, terminal: Terminal): readonly string[] {
  if (distilled === null) return [];
  const { model, offered, admitted, hypotheses, reworded, rejected, entries } = distilled;
  const counts = `${admitted} admitted, ${hypotheses} as hypotheses, ${reworded} said better, ${rejected} rejected`;
  const rows = entries
    .filter(({ decision }) => decision !== "admitted")
    .map(({ decision, reason, text, item }): [string, string] => {
      const place = item === null ? "" : ` (item ${item})`;
      const why = decision === "reworded" ? "" : `${reasons[reason] ?? reason}: `;
      return [`${decision}${place}`, printable(`${why}${text}`)];
    });
  return [
    `distilled ${offered} entries by ${printable(model)}: ${counts}`,
    ...columns(rows, terminal),
  ];
}
