/** The common part of `request accept`, `defer`, `reject`, `cancel` and `complete`. */

import * as z from "zod";
import { acknowledgeClosed, settleAlerts } from "../../curator/alerts/settle.ts";
import { type ActingPlace, actIn } from "../../curator/disk/record/acting.ts";
import { recordAndShow, type ShownChange } from "../../curator/disk/record/record-and-show.ts";
import { type AskedStep, changeRequest } from "../../curator/requests/change.ts";
import { requireRequest } from "../../curator/requests/record.ts";
import { type RequestRow, requestSchema } from "../../curator/requests/tables/rows.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import { actingAliases, actingInput, timeOption } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { requestId } from "./input.ts";

/** What one operation adds to the common part. */
interface StepDefinition<Extra extends z.ZodRawShape> {
  /** The last word of its name. */
  readonly verb: string;
  readonly type: AskedStep;
  readonly summary: string;
  readonly note: string;
  readonly examples: readonly string[];
  readonly input: Extra;
  /** What belongs to the same step, with the files that show it. */
  follow?(
    unit: UnitOfWork,
    where: ActingPlace,
    request: RequestRow,
    input: z.output<z.ZodObject<Extra>>,
  ): Promise<Omit<ShownChange, "what">>;
}

type StepInput = z.output<z.ZodObject<typeof actingInput>> & {
  readonly id: string;
  readonly note?: string | undefined;
  readonly until?: string | undefined;
};

/** Declares an operation that takes one step of a request. */
export function defineStep<Extra extends z.ZodRawShape>({
  verb,
  type,
  note,
  input,
  follow,
  ...definition
}: StepDefinition<Extra>) {
  return defineOperation({
    name: `request ${verb}`,
    effect: "write",
    secrets: "shown",
    surfaces: ["cli", "mcp", "http"],
    tool: { name: `request.${verb}`, sets: ["requests"] },
    positionals: ["id"],
    aliases: actingAliases,
    ...definition,
    input: z.object({
      id: requestId,
      note: z.string().max(2000).optional().describe(note),
      ...input,
      ...actingInput,
    }),
    output: () => z.object({ request: requestSchema() }),
    run: (context, parsed) => {
      // The compiler cannot see through the generic shape; the schema above has just produced these parts.
      const step = parsed as StepInput;
      return actIn(context, step, "write", async (where) => {
        const { acting } = where;
        const { id, note: reason, until } = step;
        const asked = { id, note: reason, until: timeOption("until", until) };
        return recordAndShow(where, async (unit) => {
          const { request, notes } = await changeRequest(unit, acting, type, asked);
          const more = await follow?.(unit, where, request, parsed as z.output<z.ZodObject<Extra>>);
          const seen = await acknowledgeClosed(unit, acting, request, reason);
          const settled = await settleAlerts(unit, acting);
          const shown = {
            what: `"${verb}" of request "${id}"`,
            notes: [...notes, ...(more?.notes ?? []), ...seen, ...settled.notes],
            requests: [id, ...(more?.requests ?? []), ...settled.requests],
            bundles: more?.bundles ?? [],
          };
          return { result: { request: await requireRequest(unit, acting.workspace, id) }, shown };
        });
      });
    },
  });
}
