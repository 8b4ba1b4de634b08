import { type AgentId, agentIds, isAgentId } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";

/** A path that a handoff is written to, and what is written there. */
export interface PathTarget {
  readonly kind: "page" | "trajectory" | "bundle";
  readonly out: string;
}

/** The receiver of a handoff. */
export type HandoffTarget = { readonly kind: "agent"; readonly id: AgentId } | PathTarget;

/** Parses the argument TO of `handoff FROM TO`: the id of an agent, else a path. */
export function parseTarget(to: string): HandoffTarget {
  if (isAgentId(to)) return { kind: "agent", id: to };
  // Agents have plain ids; a text with a slash or a dot is a path.
  if (/[/\\.]/.test(to)) return { kind: pathKind(to), out: to };
  const near = nearestName(to, agentIds);
  throw new HoldallError("E_USAGE", `Cannot hand over to "${to}": there is no such agent`, {
    cure: near
      ? `did you mean "${near}"?`
      : `name one of ${agentIds.join(", ")}, or a path such as ./${to}`,
  });
}

function pathKind(out: string): PathTarget["kind"] {
  if (/\.md$/i.test(out)) return "page";
  return /\.json$/i.test(out) ? "trajectory" : "bundle";
}

/** Refuses a model that is to distil a state where none is written: only a bundle contains one. */
export function refuseDistilling(target: HandoffTarget): void {
  if (target.kind === "bundle") return;
  const to = target.kind === "agent" ? target.id : target.out;
  throw new HoldallError("E_USAGE", `Cannot distil a state for "${to}": it does not contain one`, {
    cure: "hand over to a folder, or leave out --provider",
  });
}
