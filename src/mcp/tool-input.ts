import { HoldallError } from "../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { isWellFormed } from "../base/json/well-formed.ts";
import { nearestName } from "../base/registry.ts";
import { excerpt } from "../base/text/text.ts";
import { argumentsOf } from "../operations/operation/arguments.ts";
import type { CallOptions } from "./call-tool.ts";
import type { McpSettings } from "./settings.ts";
import { parametersOf } from "./tool-schema.ts";
import type { OfferedTool } from "./tools.ts";

/** The input of a tool's operation: the model's arguments, and what was fixed when the server started. */
export function inputOf(
  { operation, tool }: OfferedTool,
  args: JsonObject,
  {
    store,
    actor,
    client,
    agent,
  }: Pick<McpSettings, "store" | "actor"> & Pick<CallOptions, "client" | "agent">,
): Record<string, unknown> {
  if (!isWellFormed(args)) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot call ${tool.name}: a text contains an unpaired surrogate`,
      {
        cure: "send both halves of a surrogate pair, or neither",
      },
    );
  }
  const parameters = new Map(parametersOf(operation, tool).map((each) => [each.name, each]));
  const input: Record<string, unknown> = { ...tool.fixed };
  for (const [name, value] of Object.entries(args)) {
    const parameter = parameters.get(name);
    if (parameter === undefined) throw unknownParameter(tool.name, name, [...parameters.keys()]);
    // Numbers must be JSON numbers here: coercion would accept "7", true and null.
    if (parameter.argument.isNumber && typeof value !== "number") {
      throw new HoldallError("E_USAGE", `Cannot call ${tool.name}: ${name} must be a number`);
    }
    input[parameter.argument.key] = value;
  }
  const fixed = new Map<string, unknown>([
    ["store", store],
    ["actor", agent?.name ?? actor ?? client ?? "agent"],
    ["origin", "mcp"],
  ]);
  for (const { key, by } of argumentsOf(operation)) {
    if (by === "surface" && fixed.get(key) !== undefined) input[key] = fixed.get(key);
  }
  return input;
}

/** The arguments of a call, which the protocol lets a client leave out. */
export function argumentsIn(params: JsonObject): JsonObject | null {
  const args: Json | undefined = params.arguments;
  if (args === undefined || args === null) return {};
  return isObject(args) ? args : null;
}

function unknownParameter(tool: string, name: string, known: readonly string[]): HoldallError {
  const near = nearestName(name, known);
  const state = `there is no parameter "${excerpt(name, 60)}"`;
  const list = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
  return new HoldallError("E_USAGE", `Cannot call ${tool}: ${state}`, {
    cure: near === null ? list : `did you mean "${near}"?`,
  });
}
