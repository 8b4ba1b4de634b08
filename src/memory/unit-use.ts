import counter from "../base/token-counters/utf8-bytes-div4.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import { type DecayOptions, retrievalStrength } from "../state/use/retrieval-strength.ts";
import type { RecalledBody } from "./event-bodies.ts";
import type { UnitRow } from "./tables.ts";

/** One stream for all units, so that a recall is one event, and no unit's own history grows by being read. */
const STREAM = "use:units";

/** By what clock and rules units fade. */
export interface DecayContext {
  readonly now: Date;
  readonly strength: DecayOptions;
}

/** How strongly a unit asks to be recalled: it fades since it was last used or stored, and use lifts it. */
export function strengthOfUnit(
  { created_at, last_used, accesses, useful }: UnitRow,
  { now, strength }: DecayContext,
): number {
  return retrievalStrength({ since: last_used ?? created_at, accesses, useful }, now, strength);
}

/** Units that were given to an agent, with what was given of them. */
export interface RecallReport {
  readonly op: string;
  readonly units: readonly Pick<UnitRow, "unit_id" | "bytes">[];
  /** Everything that the agent was given. */
  readonly text: string;
  /** Bytes of what it stands for, when that is more than the units. */
  readonly baselineBytes?: number;
  readonly session_id: string | null;
  readonly actor: Actor | null;
}

/** Records that units were given to an agent, and how many tokens that cost instead of the whole units. */
export async function recordRecall(
  unit: UnitOfWork,
  { op, units, text, baselineBytes: whole, session_id, actor }: RecallReport,
): Promise<void> {
  const body: RecalledBody = {
    op,
    units: units.map(({ unit_id }) => unit_id),
    session_id,
    returned_tokens: counter.count(text),
    baseline_tokens: Math.ceil((whole ?? units.reduce((sum, { bytes }) => sum + bytes, 0)) / 4),
    counter: counter.id,
  };
  await unit.append([{ stream: STREAM, type: "use_recalled", actor, body }]);
}
