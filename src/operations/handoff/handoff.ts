import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { contentStamp } from "../../disk/content-stamp.ts";
import { receiverFolder } from "../../handoff/disk/build-request.ts";
import { refuseSettings } from "../../handoff/disk/carried-settings.ts";
import { type HandoffInput, handoffInput } from "../../handoff/disk/input.ts";
import { proofExitCode, refuseProof } from "../../handoff/disk/proof.ts";
import { handoffOutput } from "../../handoff/disk/report.ts";
import { findReceiver, handOffToAgent } from "../../handoff/disk/to-agent.ts";
import { findUndoable, undoHandoff } from "../../handoff/disk/undo.ts";
import { refuseUpdate } from "../../handoff/disk/update-request.ts";
import { parseReceiver, parseTarget } from "../../handoff/target.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment, isInFolder } from "../../sessions/agent-sessions.ts";
import { isOwnFolder } from "../../sessions/list-projects.ts";
import { sourceBasis } from "../../sessions/named-source.ts";
import { findSource, type HandoffSource } from "../../sessions/source.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** Whether nobody said where to hand over, and neither a list nor an undo is wanted. */
function isUnaddressed({ to, list, undo }: HandoffInput): boolean {
  return to === undefined && !list && undo === undefined;
}

// What few handoffs need is loaded when they do: a start pays for everything that is imported above.
async function pick(context: OperationContext, from: string | undefined) {
  const { pickHandoff } = await import("../../sessions/pick-source.ts");
  return pickHandoff(context, from);
}

/** The folder of a session of another project, in which it continues unless another one is named. */
function folderElsewhere(
  context: OperationContext,
  { isStored, session }: HandoffSource,
): string | undefined {
  const { cwd } = session.header;
  if (!isStored || cwd === null || !isOwnFolder(cwd) || isInFolder({ cwd }, context.cwd)) {
    return undefined;
  }
  context.note(
    `It continues in ${cwd}, where it took place; --into . continues it in this folder.`,
  );
  return cwd;
}

export default defineOperation({
  name: "handoff",
  summary: "Hand a session over to another agent, which resumes it natively",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it writes into other agents' stores", http: "as for MCP" },
  positionals: ["from", "to"],
  examples: [
    "handoff claude codex --dry-run",
    "handoff claude codex",
    "handoff codex ./handed-over",
    "handoff claude codex --all --dry-run",
    "handoff --list",
  ],
  input: handoffInput,
  output: handoffOutput,
  async basis(context, input) {
    const { from, to, undo, all } = input;
    if (all) return null;
    if (undo !== undefined) {
      return (await findUndoable(agentEnvironment(context), undo)).stored.record;
    }
    if (from === undefined || to === undefined) return null;
    const target = await parseTarget(to);
    const existing =
      target.kind === "agent" ? null : await contentStamp(path.resolve(context.cwd, to));
    return [await sourceBasis(context, from, input), existing];
  },
  async run(context, options) {
    const addressed =
      isUnaddressed(options) && context.interactive
        ? { ...options, ...(await pick(context, options.from)) }
        : options;
    const keepsSecrets = addressed["no-redact"] || addressed["keep-secrets"];
    const input = { ...addressed, "no-redact": keepsSecrets };
    if (input.list) {
      const { listHandoffs } = await import("../../handoff/disk/list-handoffs.ts");
      return listHandoffs(context);
    }
    if (input.undo !== undefined) return undoHandoff(context, input.undo, input["dry-run"]);
    if (input.from === undefined || input.to === undefined) {
      throw new HoldallError("E_USAGE", "Cannot hand over: FROM and TO are required", {
        cure: "for example `holdall handoff claude codex --dry-run`; in a terminal, `holdall handoff` offers a list",
      });
    }
    const target = await parseTarget(input.to);
    if (input.all) {
      const { handOffAll } = await import("../../handoff/disk/all.ts");
      const receiver = await findReceiver(context, await parseReceiver(input.to));
      return handOffAll(context, input, { from: input.from, receiver });
    }
    const source = await findSource(context, input.from, input);
    if (target.kind !== "agent") {
      if (input["keep-settings"]) refuseSettings(input.to);
      if (input.prove) refuseProof(input.to);
      if (input.update) refuseUpdate(input.to);
      const { handOffToPath } = await import("../../handoff/disk/to-path.ts");
      return handOffToPath(context, input, source, target);
    }
    const inFolder = { ...input, into: input.into ?? folderElsewhere(context, source) };
    const receiver = await findReceiver(context, target.id);
    const result = await handOffToAgent(context, inFolder, source, receiver);
    if (input.launch && !input["dry-run"]) {
      const { launch } = await import("../../handoff/disk/launch.ts");
      await launch(context, result.resume, receiverFolder(context, inFolder));
    }
    return result;
  },
  exitCode: ({ proof, all }) => ((all?.failed ?? 0) > 0 ? 1 : proofExitCode(proof)),
});
