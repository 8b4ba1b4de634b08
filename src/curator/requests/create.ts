import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { Schema } from "../../base/schema.ts";
import { canonicalText } from "../../ledger/event-hash.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import { type Acting, isUnnamed, requireActor, requireSteward } from "../acting.ts";
import { requireResponsibility } from "../responsibilities/find.ts";
import { requestStream } from "../streams.ts";
import { text } from "../tables/values.ts";
import { type CreatedBody, createdSchema, PAYLOAD_BYTES } from "./bodies.ts";
import {
  linesAsEvents,
  notesOf,
  type RequestChange,
  recordStep,
  requireRequest,
} from "./record.ts";
import { requestTypes } from "./status.ts";
import { hasRequestId, selectByKey, selectLastId } from "./tables/queries.ts";

/** A request that is to be made. */
export type RequestDraft = Omit<CreatedBody, "at" | "by" | "agent" | "priority" | "payload"> & {
  readonly id?: string | undefined;
  readonly priority?: number | undefined;
  readonly payload?: JsonObject | null | undefined;
};

const list = z.array(text(2000).min(1)).min(1);
const payloads: Readonly<Record<string, Schema>> = {
  [requestTypes.ingest]: z.looseObject({ bundle_ids: list, objectives: list }),
  [requestTypes.available]: z.looseObject({
    bundle_ids: list,
    objectives: list,
    scope: text(200).min(1),
  }),
};

/**
 * Makes a request. It becomes pending at once when it is available now. A key that was used before gives
 * the request that was made with it, and nothing is written.
 */
export async function createRequest(
  unit: UnitOfWork,
  acting: Acting,
  draft: RequestDraft,
  { byKernel = false }: { readonly byKernel?: boolean } = {},
): Promise<RequestChange & { readonly created: boolean }> {
  const { workspace, at, actor } = acting;
  checkRights(acting, draft);
  if (draft.type === requestTypes.alert && !byKernel) {
    throw new HoldallError("E_PROTECTED", "Cannot create an alert: only the kernel makes them");
  }
  const { idempotency_key: key } = draft;
  const known = key == null ? null : await selectByKey(unit.tx, workspace, key);
  if (known !== null) return { request: known, notes: [], created: false };
  // The curator asks about alerts, and is in no registry.
  if (!byKernel) await requireResponsibility(unit, workspace, draft.origin_responsibility_id);
  const target = await requireResponsibility(unit, workspace, draft.target_responsibility_id);
  if (target.status === "retired") {
    throw new HoldallError("E_STATE", `Cannot ask "${target.id}": the responsibility is retired`);
  }
  const { id = await newRequestId(unit, acting, draft), ...fields } = draft;
  if (await hasRequestId(unit.tx, id)) {
    throw new HoldallError("E_DUP_ID", `Cannot create request "${id}": the id is in use`);
  }
  const by = isUnnamed(acting) ? draft.origin_responsibility_id : actor.id;
  const body = parseBody({ ...fields, at, by, priority: draft.priority ?? 100 });
  const notes = notesOf({ ...draft, id }, { at, status: "created" });
  const event = { stream: requestStream(workspace, id), type: "request_created", actor, body };
  await unit.append([event, ...linesAsEvents(acting, notes)]);
  const request = await requireRequest(unit, workspace, id);
  if (request.available_at > at) return { request, notes, created: true };
  const opened = await recordStep(unit, acting, { type: "request_opened", request, by: "kernel" });
  return { request: opened.request, notes: [...notes, ...opened.notes], created: true };
}

/**
 * An id that follows from the time, from the requests of the same second before it, and from what is asked: the same
 * requests at the same times have the same ids, in the order in which they were made.
 */
async function newRequestId(
  { tx }: UnitOfWork,
  { workspace, at }: Acting,
  draft: RequestDraft,
): Promise<string> {
  const prefix = `req_${at.replace(/[:Z-]/g, "").replace("T", "-")}-`;
  const last = await selectLastId(tx, prefix);
  const count = 1 + (last === null ? 0 : Number.parseInt(last.slice(prefix.length), 10) || 0);
  const asked = sha256(JSON.stringify([workspace, draft])).slice(0, 6);
  return `${prefix}${String(count).padStart(3, "0")}-${asked}`;
}

/** Offers of context come from the steward alone, and new context goes to the steward. */
function checkRights(acting: Acting, draft: RequestDraft): void {
  const { type, origin_responsibility_id: origin, target_responsibility_id: target } = draft;
  if (type === requestTypes.available) {
    requireSteward(acting, "offer new context");
    requireActor(
      { ...acting, actor: { ...acting.actor, id: origin } },
      acting.steward,
      "offer new context",
    );
  }
  if (type === requestTypes.ingest && target !== acting.steward) {
    throw new HoldallError(
      "E_PROTECTED",
      `Cannot send new context to "${target}": it goes to the steward "${acting.steward}"`,
    );
  }
  if (!isUnnamed(acting) && acting.actor.id !== acting.steward) {
    requireActor(acting, origin, `create a request from "${origin}"`);
  }
}

function parseBody(fields: unknown): JsonObject {
  const parsed = createdSchema.safeParse(fields);
  const payloadSchema = parsed.success ? payloads[parsed.data.type] : undefined;
  const payload = payloadSchema && z.safeParse(payloadSchema, parsed.data?.payload);
  const [issue] = parsed.error?.issues ?? payload?.error?.issues ?? [];
  if (!parsed.success || issue !== undefined) {
    const where = [...(parsed.success ? ["payload"] : []), ...(issue?.path.map(String) ?? [])].join(
      ".",
    );
    throw new HoldallError("E_SHAPE", `Cannot create the request: ${where} ${issue?.message}`);
  }
  const { data } = parsed;
  if (data.payload != null && canonicalText(data.payload).length > PAYLOAD_BYTES) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot create the request: the payload exceeds ${PAYLOAD_BYTES} bytes`,
    );
  }
  // Absent keys are left out, as the ledger has no word for them.
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
