import * as z from "zod";
import { actIn } from "../../../curator/refreshing/acting.ts";
import { requireResponsibility } from "../../../curator/responsibilities/find.ts";
import { responsibilityStream } from "../../../curator/streams.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput, responsibilityId } from "../input.ts";

/** What a signal may be about. */
const signals = [
  "mandate_run.closed",
  "request.status_changed",
  "proposal.applied",
  "registry.changed",
  "context.dispatched",
  "model.detected",
] as const;

export default defineOperation({
  name: "context signal",
  summary: "Record a signal that the files of a responsibility should follow",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.signal", sets: ["registry"] },
  positionals: ["type"],
  aliases: actingAliases,
  examples: ["context signal mandate_run.closed --responsibility docs_cos --id mandates/runs/x.md"],
  input: z.object({
    type: z.enum(signals).describe("What happened").meta({ placeholder: "TYPE" }),
    responsibility: z.array(responsibilityId).min(1).describe("Responsibility that it concerns"),
    id: z.string().max(512).describe("Id or path of what it is about"),
    ...actingInput,
  }),
  output: () => z.object({ signals: z.array(z.string()) }),
  run: (context, { type, responsibility, id, ...input }) =>
    actIn(context, input, "write", ({ ledger, acting }) =>
      ledger.write(async (unit) => {
        const { workspace, at, actor } = acting;
        const recorded: string[] = [];
        for (const each of new Set(responsibility)) {
          await requireResponsibility(unit, workspace, each);
          const signal = `sig_${unit.newId()}`;
          const body = { at, id: signal, source: actor.id, type, payload: { id } };
          const stream = responsibilityStream(workspace, each);
          await unit.append([{ stream, type: "responsibility_signalled", actor, body }]);
          recorded.push(signal);
        }
        return { signals: recorded };
      }),
    ),
});
