import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { namesOf } from "../../base/registry.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { exists, requireParent, writeAtomically } from "../../disk/write-atomically.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { type Guide, shownStepSchema, stepSchema } from "../../tour/guide.ts";
import { showBundles } from "../../tour/parts/bundles.ts";
import { showHandoff } from "../../tour/parts/handoff.ts";
import { showHighlights } from "../../tour/parts/highlights.ts";
import { showState } from "../../tour/parts/state.ts";
import { showThreads } from "../../tour/parts/threads.ts";
import { placeTourSession, writeTourBundles } from "../../tour/write-bundles.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationTable } from "../operation/operation-table.ts";
import { createGuide } from "./guide.ts";

/** The parts of the whole tour, in order. */
const parts = {
  handoff: showHandoff,
  state: showState,
  bundles: showBundles,
  threads: showThreads,
} satisfies Readonly<Record<string, (guide: Guide) => Promise<void>>>;

export default (table: OperationTable) =>
  defineOperation({
    name: "tour",
    summary: "Show Holdall at work in a scratch folder: a handoff, the state, a tampered bundle",
    effect: "write",
    secrets: "none",
    surfaces: ["cli"],
    withheld: { mcp: "it is for people", http: "it is for people" },
    positionals: ["part"],
    examples: ["tour", "tour state", "tour --keep demo"],
    input: z.object({
      part: z
        .enum(namesOf(parts))
        .optional()
        .describe(`Show all of one part: ${namesOf(parts).join(", ")}`),
      full: z.boolean().default(false).describe("Show all parts, with everything in them"),
      keep: z
        .string()
        .optional()
        .describe("Folder to create and leave the bundles in, as they were before the tour")
        .meta({ placeholder: "DIR" }),
    }),
    output: () =>
      z.object({
        /** The scratch folder, gone by now. */
        folder: z.string(),
        steps: z.array(stepSchema()),
        /** Parts that were not shown in full. */
        more: z.array(z.string()),
        proofs: z.array(z.string()),
        /** Where the bundles were kept, if someone asked for that. */
        kept: z.string().nullable(),
        bundles: z.array(z.string()),
      }),
    piece: shownStepSchema,
    async run(context, { part, full, keep }) {
      const kept = keep === undefined ? null : freeFolder(context, keep);
      const folder = createTemporaryFolder();
      try {
        const bundles = [...(await writeTourBundles(folder))];
        // The agents of the tour live in the scratch folder, and none of their programs is started.
        const home = path.join(folder, "home");
        placeTourSession(home, folder);
        const here = { ...context, cwd: folder, agents: { home, env: {} } };
        const chosen = full ? namesOf(parts) : part === undefined ? null : [part];
        const guide = createGuide(here, table, { brief: chosen === null });
        if (chosen === null) await showHighlights(guide);
        for (const name of chosen ?? []) await parts[name](guide);
        if (kept !== null) await keepBundles(kept);
        const more = namesOf(parts).filter((name) => !chosen?.includes(name));
        return { folder, steps: [...guide.steps], more, proofs: guide.proofs, kept, bundles };
      } finally {
        removeTemporary(folder);
      }
    },
  });

function freeFolder(context: OperationContext, keep: string): string {
  const absolute = path.resolve(context.cwd, keep);
  requireParent(absolute);
  if (!exists(absolute)) return absolute;
  throw new HoldallError("E_EXISTS", `Cannot keep the bundles in "${keep}": it already exists`, {
    cure: "name a folder that does not exist yet",
  });
}

async function keepBundles(folder: string): Promise<void> {
  await writeAtomically(folder, async (temporary) => {
    await writeTourBundles(temporary);
  });
}
