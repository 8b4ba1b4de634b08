import { push, pushedSchema, pushInput } from "../../share/push.ts";
import { pushBasis } from "../../share/push-basis.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "push",
  summary: "Send a bundle, a session or the state to others: a registry, git, ssh or a folder",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "person"],
  withheld: {
    mcp: "a model must not choose what leaves this machine, or where it goes",
    http: "as for MCP",
  },
  positionals: ["what", "where"],
  examples: [
    "push session.jsonl ./shared/parser",
    "push ./bundle git+./team.git#parser --key ~/.ssh/id_ed25519 --force",
    "push kit git+./team.git#state --dry-run",
  ],
  input: pushInput,
  output: pushedSchema,
  basis: pushBasis,
  run: push,
});
