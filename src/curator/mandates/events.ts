import { HoldallError } from "../../base/errors.ts";
import { readHead } from "../../ledger/read.ts";
import { toText } from "../../ledger/texts.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Actor } from "../../model/event.ts";
import { noteEvents, REFRESH_RECORDED } from "../memory/noted.ts";
import { responsibilityStream } from "../streams.ts";
import { selectNextIds } from "../telemetry/tables.ts";
import type { MandateRecord } from "../workspace/record.ts";

/** What the ledger records about a mandate, apart from its measurements. */
export async function recordMandate(
  unit: UnitOfWork,
  {
    workspace,
    streamEnd,
    actor,
  }: { readonly workspace: string; readonly streamEnd: number; readonly actor: Actor },
  record: MandateRecord,
): Promise<void> {
  const { responsibility, at } = record;
  const stream = responsibilityStream(workspace, responsibility);
  const head = await readHead(unit.tx, stream);
  if ((head?.events ?? 0) !== streamEnd) {
    throw new HoldallError(
      "E_CONFLICT",
      `Cannot record the refresh of "${responsibility}": its stream has grown meanwhile`,
    );
  }
  await requireIds(unit, record);
  const owner = { workspace, responsibility };
  const notes = record.notes.flatMap(({ line, by }) =>
    noteEvents(owner, [line], { at, actor, by }),
  );
  const audit = record.audit === null ? null : toText(record.audit);
  const body = {
    at,
    mandate: record.mandate,
    changed: [...record.changed],
    bundle: record.bundleHash,
    ...(record.proof === undefined ? {} : { proof: record.proof }),
    ...(audit === null ? {} : { audit: { ...audit.ref } }),
  };
  const refreshed = { stream, type: REFRESH_RECORDED, actor, body, texts: audit ? [audit] : [] };
  await unit.append([...notes, refreshed]);
}

/** Lines of the memory name alerts by ids that others may have taken meanwhile. */
async function requireIds(
  { tx }: UnitOfWork,
  { expectedIds: expected, responsibility }: MandateRecord,
): Promise<void> {
  if (expected === null) return;
  const { metric, alert } = await selectNextIds(tx);
  if (metric === expected.metric && alert === expected.alert) return;
  throw new HoldallError(
    "E_CONFLICT",
    `Cannot record the alerts of "${responsibility}": others have been recorded meanwhile`,
  );
}
