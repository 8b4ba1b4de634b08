import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { actIn } from "../../curator/disk/record/acting.ts";
import { recordAndShow } from "../../curator/disk/record/record-and-show.ts";
import { createRequest } from "../../curator/requests/create.ts";
import { requestTypes } from "../../curator/requests/status.ts";
import { requestSchema } from "../../curator/requests/tables/rows.ts";
import { integer } from "../../runtime/integer.ts";
import { actingAliases, actingInput, responsibilityId, timeOption } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { requestId } from "./input.ts";

export default defineOperation({
  name: "request create",
  summary: "Ask a responsibility for action",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.create", sets: ["requests", "context"] },
  positionals: ["subject"],
  aliases: actingAliases,
  examples: ['request create "Describe the new flag" --from build_cos --to docs_cos'],
  input: z.object({
    subject: z.string().min(1).max(200).describe("What is asked for, in one line"),
    from: responsibilityId
      .describe("Responsibility that asks")
      .meta({ placeholder: "RESPONSIBILITY" }),
    to: responsibilityId
      .describe("Responsibility that is asked")
      .meta({ placeholder: "RESPONSIBILITY" }),
    summary: z.string().max(2000).default("").describe("More about it"),
    id: requestId.optional().describe("Id of the request (default: a new one)"),
    type: z.string().default(requestTypes.action).describe("Type of the request"),
    mandate: z.string().max(128).optional().describe("Mandate that it comes from"),
    priority: integer().default(100).describe("Lower numbers are claimed sooner"),
    payload: z.string().optional().describe("Further facts, as a JSON object"),
    body: z.string().max(1024).optional().describe("Path of a Markdown file with the details"),
    due: z.string().optional().describe("When it expires, as 2026-02-04T09:00:00Z"),
    available: z.string().optional().describe("When it may be claimed (default: now)"),
    "response-seconds": integer().optional().describe("Seconds within which it leaves the queue"),
    "completion-seconds": integer().optional().describe("Seconds within which accepted work ends"),
    key: z.string().max(256).optional().describe("The same key never makes a second request"),
    "authored-by": z.enum(["human", "ai", "hybrid"]).default("human").describe("Who wrote it"),
    "source-context": z.string().max(1024).optional().describe("Where it comes from"),
    ...actingInput,
  }),
  output: () => z.object({ request: requestSchema(), created: z.boolean() }),
  run: (context, input) =>
    actIn(context, input, "write", async (where) => {
      const { acting } = where;
      const draft = {
        id: input.id,
        type: input.type,
        subject: input.subject,
        summary: input.summary,
        origin_responsibility_id: input.from,
        target_responsibility_id: input.to,
        origin_mandate_id: input.mandate,
        priority: input.priority,
        payload: parsePayload(input.payload),
        body_md_path: input.body,
        due_at: timeOption("due", input.due),
        available_at: timeOption("available", input.available) ?? acting.at,
        sla_response_seconds: input["response-seconds"],
        sla_completion_seconds: input["completion-seconds"],
        idempotency_key: input.key,
        authored_by: input["authored-by"],
        source_context: input["source-context"],
      };
      return recordAndShow(where, async (unit) => {
        const { request, created, notes } = await createRequest(unit, acting, draft);
        const shown = { what: `request "${request.id}"`, notes, requests: [request.id] };
        return { result: { request, created }, shown };
      });
    }),
});

function parsePayload(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below, as every other value that is no object.
  }
  throw new HoldallError("E_USAGE", "Cannot use --payload: it is not a JSON object");
}
