import * as z from "zod";
import { integer } from "../../runtime/integer.ts";
import { committedText } from "../../state/commit/committed-text.ts";
import { changeInput } from "../../state/disk/change-entry.ts";
import { committedSchema, runCommit, textInput } from "../../state/disk/run-commit.ts";
import { addressAliases } from "../../state/disk/settings/state-input.ts";
import { statuses } from "../../state/event-bodies.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "state update",
  summary: "Edit the text of an entry, if it still has the expected version",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "state.update",
    sets: ["state"],
    parameterNames: addressAliases,
    text: committedText,
  },
  positionals: ["id", "text"],
  examples: ["state update release-days 'Releases are cut on Tuesdays' --expect-version 1"],
  input: z.object({
    id: z.string().min(1).describe("Id of the entry").meta({ completes: "entry" }),
    text: z.string().describe("New text of the entry; - reads standard input"),
    status: z.enum(statuses).optional().describe("Status of the entry (default: active)"),
    ...textInput,
    ...changeInput,
    "expect-version": integer(1).describe(
      "Expected version of the entry; another version is a conflict",
    ),
  }),
  output: committedSchema,
  run: (context, input) => {
    const { id, status, "expect-version": expect_version } = input;
    return runCommit(context, input, { id, status, expect_version, skipGate: true });
  },
  exitCode: ({ id }) => (id === null ? 1 : 0),
});
