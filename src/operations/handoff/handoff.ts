import { HoldallError } from "../../base/errors.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { handoffInput } from "./input.ts";
import { launch } from "./launch.ts";
import { handoffOutput } from "./report.ts";
import { folderFor } from "./request.ts";
import { findGiver } from "./source.ts";
import { assertDistillable, targetOf } from "./target.ts";
import { findReceiver, handToAgent } from "./to-agent.ts";
import { handToPath } from "./to-path.ts";
import { undoHandoff } from "./undo.ts";

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
