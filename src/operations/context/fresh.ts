import * as z from "zod";
import { promptFiles } from "../../model/ai-context/context-file.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation.ts";
import type { PlaceInput } from "./disk/workspace.ts";
import { listResponsibilities, openPlace } from "./disk/workspace.ts";
import { placeInput, responsibilityId } from "./input.ts";
import { chooseController } from "./model/controller.ts";
import { openBundle, readState } from "./open-bundle.ts";
import { runMandate } from "./run-mandate.ts";

export default defineOperation({
  name: "context fresh",
  summary: "Check whether curated files are up to date, and refresh those that are not",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.fresh", sets: ["context"] },
  positionals: ["id"],
  examples: ["context fresh docs_cos", "context fresh --fix"],
  input: z.object({
    id: responsibilityId.optional().describe("Responsibility (default: all)"),
    fix: z.boolean().default(false).describe("Refresh what is stale"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      fresh: z.boolean(),
      responsibilities: z.array(
        z.object({
          responsibility_id: z.string(),
          fresh: z.boolean(),
          /** Inputs that changed since the files were made. */
          stale: z.array(z.string()),
          refreshed: z.boolean(),
        }),
      ),
    }),
  async run(context, input) {
    const ids =
      input.id === undefined ? listResponsibilities(openPlace(context, input)) : [input.id];
    const responsibilities = [];
    for (const id of ids) responsibilities.push(await checkOne(context, { ...input, id }));
    return { fresh: responsibilities.every(({ fresh }) => fresh), responsibilities };
  },
  exitCode: ({ fresh }) => (fresh ? 0 : 4),
});

interface FreshInput extends PlaceInput {
  readonly id: string;
  readonly fix: boolean;
  readonly now?: string | undefined;
}

async function checkOne(context: OperationContext, input: FreshInput) {
  const bundle = await openBundle(context, input);
  const { stale } = await readState(context, bundle);
  bundle.files.save();
  const found = { responsibility_id: input.id, stale: [...stale] };
  if (stale.length === 0 || !input.fix) {
    return { ...found, fresh: stale.length === 0, refreshed: false };
  }
  const { blocked } = await refreshStale(context, input, stale.includes("bundle"));
  return { ...found, fresh: blocked === null, refreshed: blocked === null };
}

/** After an event only the two files about events are rebuilt; a bundle that was never made, wholly. */
export function refreshStale(
  context: OperationContext,
  input: Omit<FreshInput, "fix">,
  isNew: boolean,
) {
  return runMandate(
    context,
    { ...input, telemetry: "sql", controller: isNew ? chooseController(context) : null },
    {
      mandate: "refresh_ai_context",
      files: isNew ? promptFiles : ["current_focus", "recent_activity", "open_requests"],
      ...{ checksModel: isNew, compacts: false, alerts: false, gated: isNew },
    },
  );
}
