import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { namesOf, nearestName } from "../../base/registry.ts";
import { type ToolSet, toolSets } from "../operation/tool.ts";

/** The sets of tools to offer to a model. */
export const toolsInput = z
  .array(z.string())
  .describe(`Sets of tools to offer: ${namesOf(toolSets).join(", ")}, or all`)
  .meta({ placeholder: "SET", completes: "tool-set" });

/** The set of tools with a name. */
export function toolSetNamed(asked: string): ToolSet {
  const names = namesOf(toolSets);
  const name = names.find((each) => each === asked);
  if (name !== undefined) return name;
  const near = nearestName(asked, [...names, "all"]);
  throw new HoldallError("E_USAGE", `Cannot offer the tools "${asked}": no such set`, {
    cure: near === null ? `choose one of ${names.join(", ")}, all` : `did you mean "${near}"?`,
  });
}
