import type { JsonObject } from "../base/json/value.ts";
import type { Operation } from "../operations/operation/operation.ts";
import type { Tool, ToolSet } from "../operations/operation/tool.ts";
import { loadOperation, operationNames } from "../operations/registry.ts";
import { schemaOf } from "./tool-schema.ts";

/** A tool with the operation behind it. */
export interface OfferedTool {
  readonly tool: Tool;
  readonly operation: Operation;
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
