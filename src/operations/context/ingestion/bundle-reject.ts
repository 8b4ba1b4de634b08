import * as z from "zod";
import { rejectBundle } from "../../../curator/ingestion/steps.ts";
import { defineBundleStep } from "./define-bundle-step.ts";

export default defineBundleStep({
  verb: "reject",
  summary: "Reject a pending bundle as the steward, with its request",
  examples: [
    'context bundle reject bundle_2026-02-03-release --reason "out of date" --as steward_lab',
  ],
  input: { reason: z.string().max(2000).default("").describe("Why it is rejected (required)") },
  step: (unit, acting, { id, reason }) => rejectBundle(unit, acting, { id, reason }),
});
