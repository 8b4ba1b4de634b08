import { HoldallError } from "../../base/errors.ts";
import { parseTarget, refuseDistilling } from "../../handoff/target.ts";
import { namesModel } from "../models/model-input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { handoffInput } from "./input.ts";
import { launch } from "./launch.ts";
import { handoffOutput } from "./report.ts";
import { receiverFolder } from "./request.ts";
import { findSource } from "./source.ts";
import { findReceiver, handOffToAgent } from "./to-agent.ts";
import { handOffToPath } from "./to-path.ts";
import { listHandoffs, undoHandoff } from "./undo.ts";

export default defineOperation({
  name: "handoff",
  summary: "Hand a session over to another agent, which resumes it natively",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli"],
  withheld: { mcp: "it writes into other agents' stores", http: "as for MCP" },
  positionals: ["from", "to"],
  examples: [
    "handoff claude codex --dry-run",
    "handoff claude codex",
    "handoff codex ./handed-over",
    "handoff --list",
  ],
  input: handoffInput,
  output: handoffOutput,
  async run(context, given) {
    const input = { ...given, "no-redact": given["no-redact"] || given["keep-secrets"] };
    if (input.list) return listHandoffs(context);
    if (input.undo !== undefined) return undoHandoff(context, input.undo, input["dry-run"]);
    if (input.from === undefined || input.to === undefined) {
      throw new HoldallError("E_USAGE", "Cannot hand over: FROM and TO are required", {
        cure: "for example `holdall handoff claude codex --dry-run`",
      });
    }
    const target = parseTarget(input.to);
    if (namesModel(input)) refuseDistilling(target);
    const source = await findSource(context, input.from, {
      ...input,
      isUnhashed: target.kind === "agent",
    });
    if (target.kind !== "agent") return handOffToPath(context, input, source, target);
    const result = await handOffToAgent(context, input, source, await findReceiver(target.id));
    if (input.launch && !input["dry-run"]) {
      await launch(context, result.resume, receiverFolder(context, input));
    }
    return result;
  },
});
