import type { JsonObject } from "../base/json/value.ts";
import type { Operation } from "../operations/operation/operation.ts";
import { CALLABLE_SETS, type Tool, type ToolSet } from "../operations/operation/tool.ts";
import { loadOperation, operationNames } from "../operations/registry.ts";
import { schemaOf } from "./tool-schema.ts";

/** A tool with its operation. */
export interface OfferedTool {
  readonly tool: Tool;
  readonly operation: Operation;
}

/** The sets whose tools a client may call: those that are listed, and what belongs to them. */
export function callableSets(sets: readonly ToolSet[] | null): readonly ToolSet[] | null {
  return sets?.flatMap((set) => [set, ...(CALLABLE_SETS[set] ? [CALLABLE_SETS[set]] : [])]) ?? null;
}

/** The tools of some sets by name, in the order of the operations; null for all. */
export async function loadTools(
  sets: readonly ToolSet[] | null,
): Promise<ReadonlyMap<string, OfferedTool>> {
  const offered = new Map<string, OfferedTool>();
  for (const operation of await Promise.all(operationNames.map(loadOperation))) {
    if (!operation.surfaces.includes("mcp")) continue;
    for (const tool of operation.tools) {
      if (sets?.some((set) => tool.sets.includes(set)) ?? true) {
        offered.set(tool.name, { tool, operation });
      }
    }
  }
  return offered;
}

/** A tool as a client lists it. */
export function describeTool({ tool, operation }: OfferedTool): JsonObject {
  return {
    name: tool.name,
    title: tool.title ?? titleOf(operation.name),
    description: tool.summary ?? operation.summary,
    inputSchema: schemaOf(operation, tool),
    annotations: {
      readOnlyHint: (tool.effect ?? operation.effect) === "read",
      // The ledger is append-only, and an existing path is never overwritten.
      destructiveHint: false,
      openWorldHint: false,
    },
  };
}

function titleOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
