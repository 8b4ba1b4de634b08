import * as z from "zod";
import { forwardBundles } from "../../curator/disk/record/forward-bundles.ts";
import { responsibilityId } from "../context/input.ts";
import { defineStep } from "./define-step.ts";

export default defineStep({
  verb: "accept",
  type: "request_accepted",
  summary: "Accept a pending request for its target; --to offers new context at once",
  note: "Remark for the record",
  examples: ["request accept req_a --as docs_cos"],
  input: {
    to: z
      .array(responsibilityId)
      .default([])
      .describe("Responsibility that its new context is registered for and offered to")
      .meta({ placeholder: "RESPONSIBILITY" }),
  },
  follow: async (unit, where, request, { to }) =>
    to.length === 0 ? { notes: [], requests: [] } : forwardBundles(unit, where, request, to),
});
