import * as z from "zod";
import { keepConfig } from "../../curator/disk/kept-config.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { readState } from "../../curator/disk/read/read-state.ts";
import type { PlaceInput } from "../../curator/disk/workspace.ts";
import { listResponsibilities, openPlace } from "../../curator/disk/workspace.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context fresh",
  summary: "Check whether curated files are up to date (--fix: refresh those that are not)",
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
  keepConfig(bundle.place.root, bundle.place);
  const found = { responsibility_id: input.id, stale: [...stale] };
  if (stale.length === 0 || !input.fix) {
    return { ...found, fresh: stale.length === 0, refreshed: false };
  }
  // Most checks find nothing stale, and then what refreshes is not loaded.
  const { refreshStale } = await import("../../curator/disk/mandates/refresh-stale.ts");
  const { output } = await refreshStale(context, input, stale);
  const isDone = output.blocked === null;
  return { ...found, fresh: isDone, refreshed: isDone };
}
