import { agents } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { namesOf, nearestName } from "../../base/registry.ts";
import { type ModelInput, namesModel } from "../models/model-input.ts";
import { type AgentName, isAgentName } from "./agent-sessions.ts";

/** A path that a handoff goes to, and what it is to hold. */
export interface PathTarget {
  readonly kind: "page" | "trajectory" | "bundle";
  readonly out: string;
}

/** Who or what gets a handoff. */
export type HandoffTarget = { readonly kind: "agent"; readonly name: AgentName } | PathTarget;

/** What the words after `handoff FROM` mean. */
export function targetOf(to: string): HandoffTarget {
  if (isAgentName(to)) return { kind: "agent", name: to };
  // Agents have plain names; whatever has a slash or a dot is a path.
  if (/[/\\.]/.test(to)) return { kind: kindOf(to), out: to };
  const near = nearestName(to, namesOf(agents));
  throw new HoldallError("E_USAGE", `Cannot hand over to "${to}": no such agent`, {
    cure: near ? `did you mean "${near}"?` : `name ${namesOf(agents).join(", ")}, or a path`,
  });
}

function kindOf(out: string): PathTarget["kind"] {
  if (/\.md$/i.test(out)) return "page";
  return /\.json$/i.test(out) ? "trajectory" : "bundle";
}

/** Refuses a model that is to distil a state where none is written: only a bundle holds one. */
export function assertDistillable(target: HandoffTarget, given: ModelInput): void {
  if (!namesModel(given) || target.kind === "bundle") return;
  const to = target.kind === "agent" ? target.name : target.out;
  throw new HoldallError("E_USAGE", `Cannot let a model distil for "${to}": it holds no state`, {
    cure: "hand over to a folder, or leave the model out",
  });
}
