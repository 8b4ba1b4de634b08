import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { type ActingPlace, actIn } from "../../curator/refreshing/acting.ts";
import { recordAndShow } from "../../curator/refreshing/record-and-show.ts";
import { PAYLOAD_BYTES } from "../../curator/requests/bodies.ts";
import { createRequest } from "../../curator/requests/create.ts";
import { requestTypes } from "../../curator/requests/status.ts";
import { isId } from "../../curator/workspace/ids.ts";
import { canonicalText } from "../../ledger/event-hash.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { type LegacyRequest, readLegacyQueue } from "./legacy-queue.ts";

export default defineOperation({
  name: "request import-legacy",
  summary: "Import the open requests of an older queue (queue.sqlite with a table rfas)",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: {
    mcp: "a person decides which file of the machine is read",
    http: "a person decides which file of the machine is read",
  },
  positionals: ["file"],
  aliases: actingAliases,
  examples: ["request import-legacy queue.sqlite --from build_cos --to docs_cos"],
  input: z.object({
    file: z.string().describe("SQLite file of the older queue").meta({ path: true }),
    from: responsibilityId
      .describe("Responsibility that asked")
      .meta({ placeholder: "RESPONSIBILITY" }),
    to: responsibilityId
      .describe("Responsibility that was asked")
      .meta({ placeholder: "RESPONSIBILITY" }),
    ...actingInput,
  }),
  output: () =>
    z.object({
      /** Ids of the requests that were created. */
      imported: z.array(z.string()),
      skipped: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
  run: (context, { file, from, to, ...input }) =>
    actIn(context, input, "write", async (where) => {
      const imported: string[] = [];
      const skipped: { id: string; reason: string }[] = [];
      for (const request of readLegacyQueue(context.cwd, file)) {
        const reason = reasonToSkip(request, where.acting.workspace);
        const created = reason === null && (await importOne(where, request, { from, to }));
        if (created) imported.push(request.id);
        else skipped.push({ id: excerpt(request.id, 64), reason: reason ?? "imported before" });
      }
      return { imported, skipped };
    }),
});

/** Only open requests of this workspace are taken over; what is closed has no place in the queue. */
function reasonToSkip(request: LegacyRequest, here: string): string | null {
  const { id, workspace, status, payload } = request;
  if (!isId(id)) return "not an id";
  if (canonicalText(payload).length > PAYLOAD_BYTES) return "payload too long";
  if (workspace !== null && workspace !== here) return "another workspace";
  return status === "open" ? null : `status ${excerpt(status, 32)}`;
}

/** Creates the request as pending; false when it was imported before. */
async function importOne(
  where: ActingPlace,
  { id, payload }: LegacyRequest,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { acting } = where;
  const draft = {
    id,
    type: requestTypes.action,
    subject: `Imported request ${id}`,
    summary: "",
    payload,
    origin_responsibility_id: from,
    target_responsibility_id: to,
    available_at: acting.at,
    authored_by: "human" as const,
    source_context: "queue.sqlite",
    idempotency_key: `legacy:${id}`,
  };
  try {
    const { created } = await recordAndShow(
      where,
      (unit) => createRequest(unit, acting, draft),
      ({ notes }) => ({ what: `request "${id}"`, notes, requests: [id] }),
    );
    return created;
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_DUP_ID") throw error;
    throw new HoldallError("E_DUP_ID", `Cannot import request "${id}": the id is in use`, {
      cure: "requests before it were imported; the command can be repeated",
    });
  }
}
