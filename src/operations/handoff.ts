import { HoldallError } from "../base/errors.ts";
import { defineOperation } from "./define-operation.ts";
import { findReceiver, handToAgent } from "./handoff-agent.ts";
import { findGiver } from "./handoff-giver.ts";
import { handoffInput } from "./handoff-input.ts";
import { handoffOutput } from "./handoff-report.ts";
import { folderFor } from "./handoff-request.ts";
import { assertDistillable, targetOf } from "./handoff-target.ts";
import { undoHandoff } from "./handoff-undo.ts";
import { launch } from "./launch.ts";
import { handToPath } from "./write-handoff.ts";

export default defineOperation({
  name: "handoff",
  summary: "Hand work over from one agent to another, as a session it resumes natively",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it writes into other agents' stores", http: "as for MCP" },
  positionals: ["from", "to"],
  examples: [
    "handoff claude codex --dry-run",
    "handoff claude codex",
    "handoff codex ./handed-over",
  ],
  input: handoffInput,
  output: handoffOutput,
  async run(context, given) {
    if (given.undo !== undefined) return undoHandoff(context, given.undo, given["dry-run"]);
    if (given.from === undefined || given.to === undefined) {
      throw new HoldallError("E_USAGE", "Cannot hand over: FROM and TO are required", {
        cure: "for example `holdall handoff claude codex --dry-run`",
      });
    }
    const target = targetOf(given.to);
    assertDistillable(target, given);
    const giver = await findGiver(context, given.from, given);
    if (target.kind !== "agent") return handToPath(context, given, giver, target);
    const handed = await handToAgent(context, given, giver, await findReceiver(target.name));
    if (given.launch && !given["dry-run"]) {
      await launch(context, handed.resume, folderFor(context, given));
    }
    return handed;
  },
});
