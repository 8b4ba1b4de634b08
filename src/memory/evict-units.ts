/**
 * Eviction of units in two steps, so that nothing is lost at once: weak units are archived first,
 * and only a later call with `hard` deletes what is archived. The text is removed last, after the
 * decision is committed: a crash in between leaves a text too many, never an event without its
 * text.
 */

import type { Ledger } from "../ledger/ledger.ts";
import { redactTexts, referencedElsewhere, removeRedacted } from "../ledger/redact.ts";
import type { Actor } from "../model/event.ts";
import { type SweepCandidate, type SweepRules, sweepReasons } from "../state/use/sweep-rules.ts";
import { removeUnit } from "./search/index-units.ts";
import { selectUnits, type UnitFilter, type UnitRow } from "./tables.ts";
import { unitStream } from "./unit-id.ts";
import { type DecayContext, strengthOfUnit } from "./unit-use.ts";
import { unitStateEvent } from "./units.ts";

/** A unit that is archived or deleted, and the reason. */
export interface EvictedUnit {
  readonly row: UnitRow;
  readonly action: "archive" | "delete";
  readonly reason: string;
  readonly retrieval_strength: number;
}

/** How units are evicted. */
export interface UnitEviction extends SweepRules {
  readonly filter: UnitFilter;
  readonly decay: DecayContext;
  /** Also delete units that were archived before. */
  readonly hard: boolean;
  readonly isDry: boolean;
  readonly actor: Actor;
}

/** Maximum number of units per call. */
const MAX_UNITS = 1_000_000;

/** Archives weak units and, on request, deletes those that were archived before. This is not a use of them. */
export async function evictUnits(
  ledger: Ledger,
  pass: UnitEviction,
): Promise<readonly EvictedUnit[]> {
  const evicted = await ledger.write(async (unit) => {
    const states = ["active", "archived"] as const;
    const rows = await selectUnits(unit.tx, { ...pass.filter, states }, MAX_UNITS);
    const chosen = chooseUnits(rows, pass);
    const events = chosen.map(({ row, action, reason }) =>
      unitStateEvent(row.unit_id, action === "delete" ? "deleted" : "archived", reason, pass.actor),
    );
    if (!pass.isDry) await unit.append(events);
    return chosen;
  });
  const deleted = evicted.filter(({ action }) => action === "delete").map(({ row }) => row);
  if (!pass.isDry && deleted.length > 0) await removeContents(ledger, deleted, pass.actor);
  return evicted;
}

/** Chooses the units to evict, in the order in which they were stored. */
function chooseUnits(
  rows: readonly UnitRow[],
  { decay, hard, ...rules }: SweepRules & Pick<UnitEviction, "decay" | "hard">,
): readonly EvictedUnit[] {
  const byAge = rows.toSorted((one, other) => one.pos - other.pos);
  const candidates = byAge.map(
    (each): SweepCandidate<UnitRow> => ({
      item: each,
      strength: strengthOfUnit(each, decay),
      since: each.last_used ?? each.created_at,
      useful: each.useful,
    }),
  );
  const active = candidates.filter(({ item: each }) => each.state === "active");
  const reasons = sweepReasons(active, rules, decay.now);
  return candidates.flatMap(({ item: row, strength: retrieval_strength }): EvictedUnit[] => {
    if (row.state === "archived") {
      return hard ? [{ row, action: "delete", reason: "hard delete", retrieval_strength }] : [];
    }
    const reason = reasons.get(row);
    return reason === undefined ? [] : [{ row, action: "archive", reason, retrieval_strength }];
  });
}

/** Removes the texts of deleted units, except those that something else still refers to. */
async function removeContents(
  ledger: Ledger,
  deleted: readonly UnitRow[],
  actor: Actor,
): Promise<void> {
  const streams = new Set(deleted.map(({ unit_id }): string => unitStream(unit_id)));
  const texts = deleted.flatMap(({ content, record }) =>
    record === null ? [content] : [content, record],
  );
  const names = new Set(texts);
  const shared = await referencedElsewhere(ledger, names, ({ stream }) => streams.has(stream));
  const removed = [...names].filter((name) => !shared.has(name));
  await ledger.write(async (unit) => {
    const { engine } = ledger.store;
    for (const { unit_id } of deleted) await removeUnit(unit.tx, engine, unit_id);
    await redactTexts(unit, removed, { actor, reason: "unit deleted" });
  });
  await removeRedacted(ledger, removed);
}
