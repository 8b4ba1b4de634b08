/**
 * Tool declarations for a request, read from a file. The forms of all known providers are accepted,
 * so that a list can be copied from an existing program.
 */

import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { loadTokenCounter } from "../base/tokens.ts";
import { defaultLimits } from "../compile/strategies/strategy.ts";
import { readSmallFile } from "../disk/small-file.ts";
import type { ToolDeclaration } from "../providers/provider.ts";

const LIMIT = { what: "tools", maxBytes: 4 * 1024 * 1024 };

const schema = z.record(z.string(), z.json());

/** A tool as one of the providers, or Holdall itself, declares it. */
const declared = z.union([
  z.object({ type: z.literal("function"), function: z.looseObject({ name: z.string() }) }),
  z.looseObject({ name: z.string() }),
]);

const described = z.looseObject({
  name: z.string(),
  description: z.string().default(""),
  parameters: schema.optional(),
  input_schema: schema.optional(),
});

/** Reads declarations of tools: a JSON list in the form of any provider. */
export function readTools(cwd: string, file: string): readonly ToolDeclaration[] {
  const { text } = readSmallFile(cwd, file, LIMIT);
  const parsed = z.array(declared).safeParse(parse(text, file));
  if (!parsed.success) throw invalidTools(file, "not a list of tools with names");
  return parsed.data.map((tool) => declarationOf("function" in tool ? tool.function : tool, file));
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidTools(file, "not valid JSON");
  }
}

function declarationOf(tool: unknown, file: string): ToolDeclaration {
  const { success, data } = described.safeParse(tool);
  if (!success) throw invalidTools(file, "a tool is not in the form of any known provider");
  const { name, description } = data;
  const parameters: JsonObject = data.parameters ?? data.input_schema ?? { type: "object" };
  return { name, description, parameters };
}

function invalidTools(file: string, state: string): HoldallError {
  return new HoldallError("E_USAGE", `Cannot use the tools in "${file}": ${state}`, {
    cure: 'write [{ "name": …, "description": …, "parameters": { "type": "object", … } }]',
  });
}

/** The tokens of declarations, by the estimator of the compile. */
export async function priceOfTools(tools: readonly ToolDeclaration[]): Promise<number> {
  const counter = await loadTokenCounter(defaultLimits.estimator);
  return counter.count(JSON.stringify(tools));
}
