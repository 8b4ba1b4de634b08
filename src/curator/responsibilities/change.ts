import { HoldallError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { canonicalText } from "../../ledger/event-hash.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import { type Acting, isUnnamed, requireSteward } from "../acting.ts";
import { responsibilityStream } from "../streams.ts";
import { type ResponsibilityStep, responsibilitySteps } from "./bodies.ts";
import { requireResponsibility } from "./find.ts";
import { type ResponsibilityRow, selectResponsibility } from "./tables/registry.ts";

/** A responsibility that is to be registered, or described again. */
export interface ResponsibilityDraft {
  readonly id: string;
  readonly name?: string | undefined;
  /** Who answers for it; a root answers for itself. */
  readonly chief_of_staff_id?: string | undefined;
  readonly capability_path: string;
  readonly metadata: JsonObject | null;
}

/** The registry belongs to the steward. A person who names nobody acts for the kernel. */
function requireRegistrar(acting: Acting, what: string): void {
  if (!isUnnamed(acting)) requireSteward(acting, what);
}

/**
 * Registers a responsibility as a draft. One that is registered already gets the new description; the same
 * description again writes nothing.
 */
export async function registerResponsibility(
  unit: UnitOfWork,
  acting: Acting,
  draft: ResponsibilityDraft,
): Promise<{ readonly responsibility: ResponsibilityRow; readonly changed: boolean }> {
  const { workspace, at, actor } = acting;
  const { id, capability_path, metadata } = draft;
  requireRegistrar(acting, `register "${id}"`);
  const found = await selectResponsibility(unit.tx, workspace, id);
  const name = draft.name ?? found?.name ?? null;
  const chief_of_staff_id = draft.chief_of_staff_id ?? found?.chief_of_staff_id ?? id;
  const metadata_json = metadata === null ? null : canonicalText(metadata);
  const wanted = { name, chief_of_staff_id, capability_path, metadata_json };
  if (found !== null && Object.entries(wanted).every(([key, value]) => same(found, key, value))) {
    return { responsibility: found, changed: false };
  }
  if (found?.status === "retired") {
    throw new HoldallError("E_STATE", `Cannot register "${id}": it is retired`);
  }
  const type = found === null ? "responsibility_registered" : "responsibility_updated";
  const body = { at, by: actor.id, name, chief_of_staff_id, capability_path, metadata };
  await unit.append([{ stream: responsibilityStream(workspace, id), type, actor, body }]);
  return { responsibility: await requireResponsibility(unit, workspace, id), changed: true };
}

function same(row: ResponsibilityRow, key: string, value: string | null): boolean {
  return Object.entries(row).some(([column, kept]) => column === key && kept === value);
}

/** Changes the status of a responsibility. One that has it already is left as it is. */
export async function changeResponsibility(
  unit: UnitOfWork,
  acting: Acting,
  type: ResponsibilityStep,
  { id, note }: { readonly id: string; readonly note?: string | undefined },
): Promise<{ readonly responsibility: ResponsibilityRow; readonly changed: boolean }> {
  const { workspace, at, actor } = acting;
  const { from, to } = responsibilitySteps[type];
  requireRegistrar(acting, `set "${id}" to ${to}`);
  const responsibility = await requireResponsibility(unit, workspace, id);
  if (responsibility.status === to) return { responsibility, changed: false };
  const sources: readonly string[] = from;
  if (!sources.includes(responsibility.status)) {
    throw new HoldallError(
      "E_STATE",
      `Cannot set "${id}" to ${to}: it is ${responsibility.status}, not ${sources.join(" or ")}`,
    );
  }
  const body = { at, by: actor.id, from: responsibility.status, note: note ?? null };
  await unit.append([{ stream: responsibilityStream(workspace, id), type, actor, body }]);
  return { responsibility: await requireResponsibility(unit, workspace, id), changed: true };
}
