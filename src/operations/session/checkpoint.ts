/**
 * Records an anchor and a checkpoint, and returns the packet with which another agent resumes. The
 * session of the host program becomes an alias, so that its hooks find the same state again.
 */

import {
  checkpointedSchema,
  checkpointInput,
  recordCheckpoint,
} from "../../state/disk/session/checkpoint.ts";
import { addressAliases } from "../../state/disk/settings/state-input.ts";
import { checkpointedText } from "../../state/session/model-text.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "session checkpoint",
  summary:
    "Record the progress of the work, so that another agent can continue from the same state",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.session.checkpoint",
    title: "Record progress",
    sets: ["core", "memory"],
    summary:
      "Record the task, the next step and recent decisions, so that another session can continue. Use it when a step is finished or before work stops; single facts go to state.commit.",
    parameterNames: {
      ...addressAliases,
      last_decisions: "decision",
    },
    text: checkpointedText,
  },
  positionals: [],
  examples: [
    "session checkpoint --actor claude --current-task 'port the parser' --next-step 'run its tests'",
  ],
  input: checkpointInput,
  output: checkpointedSchema,
  run: recordCheckpoint,
});
