import { pathInside } from "../../disk/path-inside.ts";
import { mergePolicies, type Policy } from "../telemetry/policy.ts";
import { readRegular } from "./bundles.ts";
import type { Place } from "./workspace.ts";

/** The policy in force for a responsibility, from the files in `telemetry/` of the workspace. */
export function readPolicy({ root }: Place, responsibility: string): Policy {
  const names = ["telemetry/policies.yaml", `telemetry/policies.${responsibility}.yaml`];
  const files = names.flatMap((name) => {
    const found = readRegular(pathInside(root, name));
    return found === null ? [] : [{ name, text: new TextDecoder().decode(found.bytes) }];
  });
  return mergePolicies(files, responsibility);
}

/** How long requests may wait, by the policy of the responsibility that is asked; each is read once. */
export function responseSecondsIn(place: Place): (responsibility: string) => number | null {
  const known = new Map<string, number | null>();
  return (responsibility) => {
    const before = known.get(responsibility);
    if (before !== undefined) return before;
    const seconds = readPolicy(place, responsibility).queueLatencySeconds;
    known.set(responsibility, seconds);
    return seconds;
  };
}
