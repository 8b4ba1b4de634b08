import { defineStep } from "./define-step.ts";

export default defineStep({
  verb: "accept",
  type: "request_accepted",
  summary: "Accept a pending request for its target",
  note: "Remark for the record",
  examples: ["request accept req_a --as docs_cos"],
  input: {},
});
