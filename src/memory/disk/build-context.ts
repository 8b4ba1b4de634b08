import type { Ledger } from "../../ledger/ledger.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import type { RecallSettings } from "../../models/recall-settings.ts";
import { type Recalled, recall } from "../recall.ts";
import { selectUnits, type UnitFilter } from "../tables.ts";
import { contentOf } from "../units.ts";

/** The tokens of the answer, as `npm run bench -- questions` measures it. */
export const BUDGET = 2000;
/** The part of the budget that the index gets in any case, as far as it needs it. */
export const INDEX_SHARE = 0.2;
export const MAX_INVARIANTS = 8;
const LINE_CHARS = 280;
const CHECK_CHARS = 800;
const INDEX_UNITS = 1000;

interface SectionRequest {
  readonly limit: number;
  readonly maxLength: number;
  readonly tag?: string;
  readonly diverse?: boolean;
  /** Include every unit with the tag, whatever its subject. */
  readonly anyway?: boolean;
}

type Find = (wanted: SectionRequest) => Promise<readonly Recalled[]>;

interface RecallScope {
  readonly filter: UnitFilter;
  readonly ranking: RecallSettings["ranking"];
}

export function finder(ledger: Ledger, { filter, ranking }: RecallScope, query: string): Find {
  return ({ tag, anyway, ...wanted }) =>
    recall(ledger, {
      query: anyway === true ? "" : query,
      filter: tag === undefined ? filter : { ...filter, tags: [tag] },
      ...wanted,
      ...ranking,
    });
}

/** One line per unit, the newest first, up to a number of characters. */
export async function indexOf(
  ledger: Ledger,
  filter: UnitFilter,
  chars: number,
): Promise<readonly string[]> {
  if (chars === 0) return [];
  return ledger.read(async (tx) => {
    const index: string[] = [];
    let left = chars;
    for (const row of await selectUnits(tx, filter, INDEX_UNITS)) {
      const content = (await contentOf(tx, row)) ?? "";
      const title =
        content
          .split("\n", 1)[0]
          ?.replace(/^#+\s*/, "")
          .slice(0, 120) ?? "";
      const line = `- ${row.node_id ?? row.unit_id.slice(0, 12)}: ${title.toWellFormed()}\n`;
      left -= line.length;
      if (left < 0) break;
      index.push(line);
    }
    return index;
  });
}

export async function packetFor(goal: string, find: Find): Promise<string> {
  const maxLength = LINE_CHARS;
  const sections: readonly (readonly [string, readonly Recalled[]])[] = [
    ["Invariants", await find({ limit: 8, maxLength, tag: "invariant", anyway: true })],
    ["Known approach", await find({ limit: 2, maxLength: CHECK_CHARS, tag: "skill" })],
    ["Sharper specs", await find({ limit: 2, maxLength: CHECK_CHARS, tag: "spec" })],
    [
      "Last failed check",
      await find({ limit: 1, maxLength: CHECK_CHARS, tag: "failed-check", anyway: true }),
    ],
    ["Relevant memory", await find({ limit: 5, maxLength, diverse: true })],
  ];
  const parts = sections
    .filter(([, units]) => units.length > 0)
    .map(([title, units]) => [`## ${title}`, ...units.map(({ content }) => `- ${content}`)]);
  return quoteContext([["## Goal", goal], ...parts].map((lines) => lines.join("\n")).join("\n\n"));
}
