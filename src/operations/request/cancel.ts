import { defineStep } from "./define-step.ts";

export default defineStep({
  verb: "cancel",
  type: "request_cancelled",
  summary: "Withdraw a pending request for its origin",
  note: "Why it is withdrawn",
  examples: ["request cancel req_a --as build_cos"],
  input: {},
});
