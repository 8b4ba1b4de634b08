import { defineStep } from "./define-step.ts";

export default defineStep({
  verb: "complete",
  type: "request_completed",
  summary: "Close an accepted request with the place of its outcome",
  note: "Path of the mandate run or report with the outcome (required)",
  examples: ["request complete req_b --note reports/2026-02-03_flag.md --as docs_cos"],
  input: {},
});
