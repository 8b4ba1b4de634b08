import { pull, pulledSchema, pullInput } from "../../share/pull.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "pull",
  summary: "Fetch what was pushed, after checking who signed it, and check all of it",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not choose where something is fetched from",
    http: "keys and logins stay with the person at the terminal",
  },
  positionals: ["where"],
  aliases: { output: "out", format: "as" },
  examples: [
    "pull git+./team.git#parser",
    "pull git+./team.git#parser --out ./received --signers ~/.ssh/allowed_signers",
  ],
  input: pullInput,
  output: pulledSchema,
  run: pull,
});
