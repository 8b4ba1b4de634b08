import * as z from "zod";
import { stepBundle } from "../../../curator/ingestion/steps.ts";
import { defineBundleStep } from "./define-bundle-step.ts";

export default defineBundleStep({
  verb: "retire",
  summary: "Close a dispatched bundle once all its offers are answered",
  examples: [
    'context bundle retire bundle_2026-02-03-archive --force --reason "replaced" --as steward_lab',
  ],
  input: {
    force: z
      .boolean()
      .default(false)
      .describe("Also while offers are open; needs --reason")
      .meta({ by: "person" }),
    reason: z.string().max(2000).optional().describe("Reason for the record"),
  },
  step: (unit, acting, { id, force, reason }) =>
    stepBundle(unit, acting, "ingestion_retired", { id, force, reason }),
});
