import { posix } from "node:path";
import { openRecords } from "../records/record-reader.ts";
import type { FileIndex } from "./index-records.ts";
import type { ReadFile } from "./read.ts";
import { NONE, recordEntry } from "./record-table.ts";
import type { SubAgentCalls } from "./sub-agent-calls.ts";

/** The sub-agent whose file it is: as its records say, else as the file is called. */
export function subAgentOf({ file, table }: FileIndex): string {
  const named = table.agent.find((agent) => agent !== NONE) ?? NONE;
  return table.strings[named] ?? nameOf(file.path);
}

/** Whether a file only describes a sub-agent. */
export function isSidecar(path: string): boolean {
  return path.endsWith(".meta.json");
}

/** Takes from the descriptions of sub-agents which call started each. */
export async function readSidecars(
  files: readonly ReadFile[],
  subAgentCalls: SubAgentCalls,
): Promise<void> {
  for (const { index } of files) {
    if (!isSidecar(index.file.path) || index.table.count === 0) continue;
    const records = openRecords(index.file);
    const { toolUseId } = await records.read(recordEntry(index.table, 0));
    await records.close();
    const agent = nameOf(index.file.path);
    if (typeof toolUseId === "string" && !subAgentCalls.byAgent.has(agent)) {
      subAgentCalls.byAgent.set(agent, toolUseId);
    }
  }
}

function nameOf(path: string): string {
  return posix
    .basename(path)
    .replace(/^agent-/, "")
    .replace(/\.meta\.json$|\.jsonl$/, "");
}
