import * as z from "zod";
import { statuses } from "../../state/bodies.ts";
import { actorAliases } from "../operation/actor.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { commitHere, committedSchema, textInput } from "./commit-entry.ts";
import { changeInput } from "./entry-change.ts";

export default defineOperation({
  name: "state commit",
  summary: "Commit an entry to the state, if the gate lets it in; a contradiction is a proposal",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.commit",
    sets: ["memory", "state"],
    words: { user_id: "user", session_id: "session", task_id: "task" },
  },
  positionals: ["text"],
  aliases: { ...actorAliases, content: "text" },
  examples: [
    "state commit 'We chose Rust for the core crates'",
    "state commit 'Deploys must never happen on Fridays' --id deploy-days --score 2",
  ],
  input: z.object({
    text: z.string().describe("What to hold in force; - reads standard input"),
    id: z
      .string()
      .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be a short text in one line" })
      .optional()
      .describe("Its id; naming one that exists is an update"),
    status: z.enum(statuses).optional().describe("How sure it is"),
    supersedes: z.string().optional().describe("Id of the entry that it replaces"),
    ...textInput,
    ...changeInput,
  }),
  output: committedSchema,
  run: (context, input) => {
    const { id, status, supersedes } = input;
    const expect_version = input["expect-version"];
    return commitHere(context, input, { id, status, supersedes, expect_version });
  },
  exitCode: ({ id }) => (id === null ? 1 : 0),
});
