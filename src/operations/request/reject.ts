import { defineStep } from "./define-step.ts";

export default defineStep({
  verb: "reject",
  type: "request_rejected",
  summary: "Reject a pending request with a reason",
  note: "Why it is rejected (required)",
  examples: ['request reject req_a --note "out of scope" --as docs_cos'],
  input: {},
});
