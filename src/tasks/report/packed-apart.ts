import { excerptLine } from "../../base/text/one-line.ts";
import { formatWho } from "./format-values.ts";
import { isCounted, isSuccess, type ReportRow } from "./report-row.ts";
import { groupRows } from "./standings.ts";

/** Tasks that a note names one by one, and characters of a title and of an id. */
const MAX_NAMED = 5;
const MAX_TITLE = 80;
const MAX_ID = 8;

/**
 * A note for each title that several tasks have: figures that add them up compare what may have started from other
 * files. Each has its own counts.
 */
export function packedApartNotes(rows: readonly ReportRow[]): readonly string[] {
  const ofTasks = rows.filter(({ of }) => of !== null);
  return [...groupRows(ofTasks, ({ title }) => title)].flatMap(([title, members]) => {
    const packed = [...groupRows(members, ({ of }) => `${of}`)];
    if (packed.length === 1) return [];
    const named = packed
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, MAX_NAMED)
      .map(([id, runs]) => `${id.slice(0, MAX_ID)} (${countsOf(runs)})`);
    const more = packed.length > MAX_NAMED ? [`${packed.length - MAX_NAMED} more`] : [];
    return [
      `"${excerptLine(title, MAX_TITLE)}" names ${packed.length} tasks that were packed apart and are counted together: ${[...named, ...more].join(", ")}`,
    ];
  });
}

/** How often each agent succeeded: "claude 1 of 2, codex 0 of 1". */
function countsOf(runs: readonly ReportRow[]): string {
  const agents = [...groupRows(runs, (row) => formatWho(row))].slice(0, MAX_NAMED);
  return agents
    .map(([agent, own]) => {
      const counted = own.filter(isCounted);
      return `${agent} ${counted.filter(isSuccess).length} of ${counted.length}`;
    })
    .join(", ");
}
