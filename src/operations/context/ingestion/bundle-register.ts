import * as z from "zod";
import { stepBundle } from "../../../curator/ingestion/steps.ts";
import { responsibilityId } from "../input.ts";
import { defineBundleStep } from "./define-bundle-step.ts";

export default defineBundleStep({
  verb: "register",
  summary: "Accept a pending bundle as the steward and name whom it is for",
  examples: [
    "context bundle register bundle_2026-02-03-release --primary docs_cos --as steward_lab",
  ],
  input: { primary: z.array(responsibilityId).optional().describe("Responsibility that gets it") },
  step: (unit, acting, { id, primary, fileFault }) =>
    stepBundle(unit, acting, "ingestion_registered", { id, primary, fileFault }),
});
