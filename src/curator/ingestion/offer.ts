import { isObject } from "../../base/json/value.ts";
import { parseStored } from "../../ledger/stored-json.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Transaction } from "../../stores/store.ts";
import type { Acting } from "../acting.ts";
import { createRequest } from "../requests/create.ts";
import type { Note } from "../requests/record.ts";
import { requestTypes } from "../requests/status.ts";
import { selectAnswers } from "../requests/tables/queries.ts";
import type { Bundle } from "./metadata.ts";

/** Offers a bundle to whom it is for, apart from those who do not want its scope; nobody else gets it. */
export async function offerBundle(
  unit: UnitOfWork,
  acting: Acting,
  { id, primary, objectives, row: { scope } }: Bundle,
): Promise<{
  readonly requests: readonly { readonly id: string; readonly responsibility: string }[];
  readonly notes: readonly Note[];
}> {
  const optedOut = await readOptOuts(unit.tx, acting.workspace, scope);
  const requests: { id: string; responsibility: string }[] = [];
  const notes: Note[] = [];
  for (const responsibility of new Set(primary)) {
    if (optedOut.has(responsibility)) continue;
    const request = await createRequest(unit, acting, {
      type: requestTypes.available,
      subject: `New context: ${scope}`.slice(0, 200),
      summary: "",
      origin_responsibility_id: acting.steward,
      target_responsibility_id: responsibility,
      available_at: acting.at,
      authored_by: "ai",
      idempotency_key: `offer:${id}:${responsibility}`,
      payload: {
        bundle_ids: [id],
        scope,
        objectives: objectives.length === 0 ? [`Review ${scope}`] : [...objectives],
      },
    });
    requests.push({ id: request.request.id, responsibility });
    notes.push(...request.notes);
  }
  return { requests, notes };
}

/** Responsibilities whose latest answer about a scope is that it is not relevant. */
async function readOptOuts(
  tx: Transaction,
  workspace: string,
  scope: string,
): Promise<ReadonlySet<string>> {
  const latest = new Map<string, string>();
  for (const { responsibility_id, payload_json, answer } of await selectAnswers(tx, workspace)) {
    const place = { table: "requests", column: "payload_json", row: null };
    const payload = parseStored(payload_json ?? "null", place);
    if (isObject(payload) && payload.scope === scope) latest.set(responsibility_id, answer);
  }
  return new Set([...latest].filter(([, answer]) => answer === "not_relevant").map(([id]) => id));
}
