import * as z from "zod";
import { briefInput, briefOutput, runBrief } from "../../handoff/disk/brief.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "brief",
  summary: "Ask for claims about a session, check each against it, and propose those it bears out",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "mcp"],
  withheld: { http: "it reads an agent's store" },
  tool: {
    name: "session.brief",
    title: "Write down what a session decided",
    sets: ["state"],
    summary:
      "Without claims: the request, with the items of your session that may be cited. With claims (JSON lines): each is checked; proven ones wait for a person, none is in force.",
    parameterNames: { agent: "from" },
  },
  positionals: ["from"],
  examples: ["brief claude"],
  input: z.object(briefInput),
  output: briefOutput,
  run: ({ context, ledger, actor }, input) => runBrief(context, ledger, { ...input, by: actor }),
  exitCode: ({ checked }) => (checked.some(({ verdict }) => verdict === "unproven") ? 1 : 0),
});
