import * as z from "zod";
import { actorAliases } from "../../runtime/actor.ts";
import { committedText } from "../../state/commit/committed-text.ts";
import { changeInput } from "../../state/disk/change-entry.ts";
import { committedSchema, runCommit, textInput } from "../../state/disk/run-commit.ts";
import { addressAliases } from "../../state/disk/settings/state-input.ts";
import { statuses } from "../../state/event-bodies.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "state commit",
  summary:
    "Commit an entry to the state; what contradicts an entry in force is refused, and that entry named",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.commit",
    title: "Keep a fact or decision",
    sets: ["core", "memory", "state"],
    summary:
      "Keep a decision, constraint or fact that later sessions need. A contradiction is answered with the entry it contradicts: then use state.supersede. Not for notes of a moment or long documents (memory.store).",
    parameterNames: addressAliases,
    text: committedText,
  },
  positionals: ["text"],
  aliases: { ...actorAliases, content: "text" },
  examples: [
    "state commit 'We chose Rust for the core crates'",
    "state commit 'Deploys must never happen on Fridays' --id deploy-days --score 2",
  ],
  input: z.object({
    text: z.string().describe("Text of the entry; - reads standard input"),
    id: z
      .string()
      .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be one line of at most 512 characters" })
      .optional()
      .describe("Id of the entry (default: generated); an existing id updates that entry"),
    status: z.enum(statuses).optional().describe("Status of the entry (default: active)"),
    supersedes: z
      .string()
      .optional()
      .describe("Id of the entry that this one replaces")
      .meta({ completes: "entry" }),
    ...textInput,
    ...changeInput,
  }),
  output: committedSchema,
  run: (context, input) => {
    const { id, status, supersedes } = input;
    const expect_version = input["expect-version"];
    return runCommit(context, input, { id, status, supersedes, expect_version });
  },
  exitCode: ({ id }) => (id === null ? 1 : 0),
});
