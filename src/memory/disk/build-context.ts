import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { type RecallSettings, recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { listSources } from "../../sessions/index/list-sources.ts";
import { foundLine } from "../context-text.ts";
import { EXCERPT_CHARS, isUnit, type Recalled, recall, recallAmong } from "../recall.ts";
import { selectUnits, type UnitFilter, wantsOnlyUnits } from "../tables.ts";
import { takeFitting } from "../take-fitting.ts";
import { contentOf } from "../units.ts";
import { toAnyHit } from "./hits.ts";
import { filterFor, ownerInput, scopeApplied } from "./owner.ts";

/** The tokens of the answer, as `npm run bench -- questions` measures it. */
const BUDGET = 2000;
/** The part of the budget that the index gets in any case, as far as it needs it. */
const INDEX_SHARE = 0.2;
const MAX_INVARIANTS = 8;
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

/** What the context is about, and how large it may be. */
export const contextInput = z.object({
  query: z.string().max(20_000).describe("Subject, also in other words"),
  budget: integer(200).max(1_000_000).optional().describe(`Maximum tokens (default: ${BUDGET})`),
  limit: integer(1).max(1000).default(25).describe("Maximum hits"),
  "index-chars": integer().max(1_000_000).default(4000).describe("Maximum characters of the index"),
  goal: z.string().max(20_000).optional().describe("Goal of the work"),
  expand: z.boolean().default(false).describe("Complete units instead of excerpts"),
  ...ownerInput,
  ...actorInput,
});

/** Builds a context about a subject: invariants, the best hits, an index, and with a goal a quoted packet. */
export async function buildContext(
  context: OperationContext,
  ledger: Ledger,
  input: z.output<typeof contextInput> & { readonly by: Actor },
) {
  const filter = filterFor(context, ledger, input);
  const maxLength = input.expand ? Number.MAX_SAFE_INTEGER : EXCERPT_CHARS;
  const { ranking, recordUse: count } = recallSettings(context, ledger);
  const find = finder(ledger, { filter, ranking }, input.query);
  const packet = input.goal === undefined ? null : await packetFor(input.goal, find);
  const budget = input.budget ?? (input.expand ? Number.MAX_SAFE_INTEGER : BUDGET);
  const { left } = takeFitting([packet ?? ""], (text) => text, budget);
  const rules = takeFitting(
    await find({ limit: MAX_INVARIANTS, maxLength, tag: "invariant", anyway: true }),
    ({ content }) => content,
    left,
  );
  const lines = await indexOf(ledger, filter, input["index-chars"]);
  const share = Math.floor(rules.left * INDEX_SHARE);
  const forIndex = share - takeFitting(lines, (line) => line, share).left;
  const { query, limit } = input;
  const sources = wantsOnlyUnits(filter) ? null : await listSources(ledger);
  const hits = await recallAmong(ledger, { query, filter, limit, maxLength, ...ranking }, sources);
  const known = new Set(rules.taken.map(({ row }) => row.unit_id));
  const found = takeFitting(
    hits.filter((hit) => !isUnit(hit) || !known.has(hit.row.unit_id)),
    (hit) => foundLine(toAnyHit(hit)),
    rules.left - forIndex,
  );
  const units = [...found.taken.filter(isUnit), ...rules.taken];
  await count({
    op: "memory context",
    units: units.map(({ row }) => row),
    text: units.map(({ content }) => content).join("\n"),
    session_id: filter.session_id ?? null,
    actor: input.by,
  });
  return {
    index: takeFitting(lines, (line) => line, found.left + forIndex).taken.join(""),
    hits: found.taken.map(toAnyHit),
    invariants: rules.taken.map(({ content }) => content),
    packet,
    scope_applied: scopeApplied(filter),
  };
}

function finder(ledger: Ledger, { filter, ranking }: RecallScope, query: string): Find {
  return ({ tag, anyway, ...wanted }) =>
    recall(ledger, {
      query: anyway === true ? "" : query,
      filter: tag === undefined ? filter : { ...filter, tags: [tag] },
      ...wanted,
      ...ranking,
    });
}

/** One line per unit, the newest first, up to a number of characters. */
async function indexOf(
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

async function packetFor(goal: string, find: Find): Promise<string> {
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
