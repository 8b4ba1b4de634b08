import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { excerpt } from "../base/text/text.ts";
import type { RenderOptions, ToolDeclaration } from "./provider.ts";

/** What an API accepts as options. */
export interface OptionRules {
  /** The least number of tokens an answer may be limited to. */
  readonly minOutput: number;
  readonly toolName: RegExp;
}

/**
 * Refuses options that the API would refuse. A declared tool is never renamed: the model's calls
 * would come back under a name that the caller does not know.
 */
export function checkOptions(options: RenderOptions, rules: OptionRules): void {
  const { maxOutput, tools, toolChoice } = options;
  if (maxOutput !== null && !(Number.isSafeInteger(maxOutput) && maxOutput >= rules.minOutput)) {
    refuse(`an answer of at most ${maxOutput} tokens`, `the minimum is ${rules.minOutput}`);
  }
  const names = new Set<string>();
  for (const { name, parameters } of tools) {
    if (!rules.toolName.test(name)) {
      refuse(`the tool "${excerpt(name)}"`, `the name does not match ${rules.toolName.source}`);
    }
    if (names.has(name)) refuse(`the tool "${excerpt(name)}"`, "it is declared twice");
    if (parameters.type !== undefined && parameters.type !== "object") {
      refuse(`the tool "${excerpt(name)}"`, "its arguments are not an object");
    }
    names.add(name);
  }
  if (typeof toolChoice === "object" && !names.has(toolChoice.name)) {
    refuse(`a call of "${excerpt(toolChoice.name)}"`, "no such tool is declared");
  }
}

/** The arguments of a tool as a schema of type object, which all APIs require. */
export function argumentSchema({ parameters }: ToolDeclaration): JsonObject & {
  readonly type: "object";
} {
  return { ...parameters, type: "object" };
}

function refuse(what: string, state: string): never {
  throw new HoldallError("E_USAGE", `Cannot ask for ${what}: ${state}`);
}
