import counter from "../base/token-counters/utf8-bytes-div4.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import { type DecayOptions, retrievalStrength } from "../state/use/retrieval-strength.ts";
import type { RecalledBody } from "./event-bodies.ts";
import type { UnitRow } from "./tables.ts";

/** One stream for all units: a recall is then one event, and reading does not lengthen the history of a unit. */
const STREAM = "use:units";

/** The time and the rules of decay. */
export interface DecayContext {
  readonly now: Date;
  readonly strength: DecayOptions;
}

/** The strength of a unit: it decays since the unit was last used or stored, and use raises it. */
export function strengthOfUnit(
  { created_at, last_used, accesses, useful }: UnitRow,
  { now, strength }: DecayContext,
): number {
  return retrievalStrength({ since: last_used ?? created_at, accesses, useful }, now, strength);
}

/** Units that were given to an agent. */
export interface RecallReport {
  readonly op: string;
  readonly units: readonly Pick<UnitRow, "unit_id" | "bytes">[];
  /** The text that the agent received. */
  readonly text: string;
  /** Bytes of what the text replaces, when that is more than the units. */
  readonly baselineBytes?: number;
  readonly session_id: string | null;
  readonly actor: Actor | null;
}

/** Records that units were given to an agent, and how many tokens that took compared with the complete units. */
export async function recordRecall(
  unit: UnitOfWork,
  { op, units, text, baselineBytes, session_id, actor }: RecallReport,
): Promise<void> {
  const body: RecalledBody = {
    op,
    units: units.map(({ unit_id }) => unit_id),
    session_id,
    returned_tokens: counter.count(text),
    baseline_tokens: Math.ceil(
      (baselineBytes ?? units.reduce((sum, { bytes }) => sum + bytes, 0)) / 4,
    ),
    counter: counter.id,
  };
  await unit.append([{ stream: STREAM, type: "use_recalled", actor, body }]);
}
