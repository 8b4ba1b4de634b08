/**
 * Compiles the context of a message. A preview only reads and may also compile an imported session.
 * A recorded compile belongs to a run and is part of its state machine: compile and record share a
 * write transaction, and if no context is possible, the run ends with the reason.
 */

import { actorAliases } from "../../runtime/actor.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { compileInput } from "../../threads/disk/compile-request.ts";
import { bytesOf, compileOutput } from "../../threads/disk/compile-result.ts";
import { compileAndRecord, previewCompile } from "../../threads/disk/run-compile.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "thread compile",
  summary: "Compile the context that a model is given to answer a message",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "mcp", "http"],
  tool: [
    { name: "thread.compile", sets: ["threads"], fixed: { record: false }, effect: "read" },
    {
      name: "thread.run.compile",
      sets: ["threads"],
      summary: "Compile the context of a run and record it with the run",
      fixed: { record: true },
    },
  ],
  positionals: ["id"],
  aliases: actorAliases,
  examples: [
    "thread compile 0197 --explain",
    "thread compile 0197 --budget 8000 --raw",
    "thread compile 0197 --render anthropic-messages --model NAME --max-output 1024 --json",
  ],
  input: compileInput,
  output: compileOutput,
  run: (context, input) =>
    inWorkspace(
      context,
      { store: input.store, effect: input.record ? "write" : "read" },
      (ledger) =>
        input.record
          ? compileAndRecord(ledger, context, input)
          : previewCompile(ledger, context, input),
    ),
  bytes: bytesOf,
});
