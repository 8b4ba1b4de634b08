import * as z from "zod";
import { committedText } from "../../state/commit/committed-text.ts";
import { changeInput } from "../../state/disk/change-entry.ts";
import { committedSchema, runCommit, textInput } from "../../state/disk/run-commit.ts";
import { addressAliases, entryId } from "../../state/disk/settings/state-input.ts";
import { statuses } from "../../state/event-bodies.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "state supersede",
  summary: "Replace an entry by a new one; the old one is archived, and each refers to the other",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.supersede",
    title: "Replace an entry",
    sets: ["core", "memory", "state"],
    summary:
      "Replace an entry that no longer applies; both stay in the history. Not for something new (state.commit).",
    parameterNames: addressAliases,
    text: committedText,
  },
  positionals: ["id", "text"],
  aliases: { "new-id": "as" },
  examples: [
    "state supersede crates 'The core crates are written in Go'",
    "state supersede queue-rule queue-size",
  ],
  input: z.object({
    id: entryId,
    text: z.string().describe("Text or id of the new entry; - reads standard input"),
    as: z
      .string()
      .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be one line of at most 512 characters" })
      .optional()
      .describe("Id of the new entry (default: generated)")
      .meta({ placeholder: "ID" }),
    status: z.enum(statuses).optional().describe("Status of the new entry (default: active)"),
    ...textInput,
    ...changeInput,
  }),
  output: committedSchema,
  run: (context, input) => {
    const { id: supersedes, as: id, status, "expect-version": supersedes_version } = input;
    return runCommit(context, input, {
      id,
      supersedes,
      supersedes_version,
      status,
      skipGate: true,
    });
  },
  exitCode: ({ id }) => (id === null ? 1 : 0),
});
