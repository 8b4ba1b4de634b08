import * as z from "zod";
import { defineStep } from "./define-step.ts";

export default defineStep({
  verb: "defer",
  type: "request_deferred",
  summary: "Put a pending request back until a later time",
  note: "Why it has to wait",
  examples: ["request defer req_a --until 2126-02-04T09:00:00Z --as docs_cos"],
  input: { until: z.string().describe("When it is available again, as 2026-02-04T09:00:00Z") },
});
