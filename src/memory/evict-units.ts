import type { Ledger } from "../ledger/ledger.ts";
import { redactTexts, referencedElsewhere, removeRedacted } from "../ledger/redact.ts";
import type { Actor } from "../model/event.ts";
import { type SweepCandidate, type SweepRules, sweepReasons } from "../state/use/sweep-rules.ts";
import { removeUnit } from "./search/index-units.ts";
import { selectUnits, type UnitFilter, type UnitRow } from "./tables.ts";
import { unitStream } from "./unit-id.ts";
import { type DecayContext, strengthOfUnit } from "./unit-use.ts";
import { unitStateEvent } from "./units.ts";

/** One unit that is put away or deleted, and why. */
export interface EvictedUnit {
  readonly row: UnitRow;
  readonly action: "archive" | "delete";
  readonly reason: string;
  readonly retrieval_strength: number;
}

/** What a pass over the units does. */
export interface UnitEviction extends SweepRules {
  readonly filter: UnitFilter;
  readonly decay: DecayContext;
  /** What was archived before this pass is deleted. */
  readonly hard: boolean;
  readonly isDry: boolean;
  readonly actor: Actor;
}

/** Units that one pass looks at. */
const MOST = 1_000_000;

/** Archives what is weak, and deletes what was archived before when that is asked for. Reading counts as no use. */
export async function evictUnits(
  ledger: Ledger,
  pass: UnitEviction,
): Promise<readonly EvictedUnit[]> {
  const evicted = await ledger.write(async (unit) => {
    const states = ["active", "archived"] as const;
    const rows = await selectUnits(unit.tx, { ...pass.filter, states }, MOST);
    const chosen = chooseUnits(rows, pass);
    const events = chosen.map(({ row, action, reason }) =>
      unitStateEvent(row.unit_id, action === "delete" ? "deleted" : "archived", reason, pass.actor),
    );
    if (!pass.isDry) await unit.append(events);
    return chosen;
  });
  const gone = evicted.filter(({ action }) => action === "delete").map(({ row }) => row);
  if (!pass.isDry && gone.length > 0) await removeContents(ledger, gone);
  return evicted;
}

/** Decides what goes, in the order in which the units came. */
function chooseUnits(
  rows: readonly UnitRow[],
  { decay, hard, ...rules }: SweepRules & Pick<UnitEviction, "decay" | "hard">,
): readonly EvictedUnit[] {
  const byAge = rows.toSorted((one, other) => one.pos - other.pos);
  const weighed = byAge.map(
    (each): SweepCandidate<UnitRow> => ({
      item: each,
      strength: strengthOfUnit(each, decay),
      since: each.last_used ?? each.created_at,
      useful: each.useful,
    }),
  );
  const active = weighed.filter(({ item: each }) => each.state === "active");
  const reasons = sweepReasons(active, rules, decay.now);
  return weighed.flatMap(({ item: row, strength: retrieval_strength }): EvictedUnit[] => {
    if (row.state === "archived") {
      return hard ? [{ row, action: "delete", reason: "hard delete", retrieval_strength }] : [];
    }
    const reason = reasons.get(row);
    return reason === undefined ? [] : [{ row, action: "archive", reason, retrieval_strength }];
  });
}

/** Removes the texts of deleted units, except those that something else still names. */
async function removeContents(ledger: Ledger, gone: readonly UnitRow[]): Promise<void> {
  const streams = new Set(gone.map(({ unit_id }): string => unitStream(unit_id)));
  const texts = gone.flatMap(({ content, record }) =>
    record === null ? [content] : [content, record],
  );
  const names = new Set(texts);
  const kept = await referencedElsewhere(ledger, names, ({ stream }) => streams.has(stream));
  const removed = [...names].filter((name) => !kept.has(name));
  await ledger.write(async (unit) => {
    const { engine } = ledger.store;
    for (const { unit_id } of gone) await removeUnit(unit.tx, engine, unit_id);
    redactTexts(unit, removed);
  });
  await removeRedacted(ledger, removed);
}
