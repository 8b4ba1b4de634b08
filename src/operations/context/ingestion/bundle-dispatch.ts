import * as z from "zod";
import { stepBundle } from "../../../curator/ingestion/steps.ts";
import { defineBundleStep } from "./define-bundle-step.ts";

export default defineBundleStep({
  verb: "dispatch",
  summary: "Offer a registered bundle to each responsibility that it is for",
  examples: ["context bundle dispatch bundle_2026-02-03-plans --as steward_lab"],
  input: {
    "allow-empty": z.boolean().default(false).describe("Also when nobody is left to offer it to"),
  },
  step: (unit, acting, { id, "allow-empty": allowEmpty }) =>
    stepBundle(unit, acting, "ingestion_dispatched", { id, allowEmpty }),
});
