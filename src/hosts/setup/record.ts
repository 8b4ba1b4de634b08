/**
 * What setups have changed, so that each can be taken back as one. Of a file only the part is kept that was replaced:
 * settings may have secrets elsewhere.
 */

import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { hostIds } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { readExternalText, replaceTextFile } from "../../disk/replace-text-file.ts";
import { stateFolder } from "../../disk/user-folder.ts";
import { stepIds } from "./steps.ts";

const MAX_RUNS = 64;

/** A change of one file, with what takes it back. */
const changeSchema = z.object({
  host: z.enum(hostIds),
  file: z.string(),
  steps: z.array(z.enum(stepIds)),
  /** The digest of the text before; null for a file that was created. */
  before: z.string().nullable(),
  after: z.string(),
  /** Where the texts part, how much of the later one is ours, and what was there before. */
  start: z.number(),
  length: z.number(),
  replaced: z.string(),
});

/** A change of one file, with what takes it back. */
export type RecordedChange = z.infer<typeof changeSchema>;

const runSchema = z.object({
  at: z.string(),
  scope: z.enum(["user", "project"]),
  project: z.string(),
  changes: z.array(changeSchema),
  /** Folders that were created for files, the outermost first. */
  folders: z.array(z.string()),
});

/** One setup. */
export type SetupRun = z.infer<typeof runSchema>;

const fileSchema = z.object({ version: z.literal(1), runs: z.array(runSchema) });

function recordFile(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "setups.json");
}

/** The setups that can be taken back, the newest last. */
export function readRuns(environment: AgentEnvironment): readonly SetupRun[] {
  const file = recordFile(environment);
  const text = readExternalText(file);
  if (text === null) return [];
  try {
    return fileSchema.parse(JSON.parse(text)).runs;
  } catch (cause) {
    throw new HoldallError("E_JSON", `Cannot read "${file}": it is damaged`, {
      cause,
      cure: "remove it; `holdall mcp uninstall` and `holdall hooks uninstall` take back what it named",
    });
  }
}

/** Replaces the list of setups; the oldest of very many is forgotten. */
export function writeRuns(environment: AgentEnvironment, runs: readonly SetupRun[]): void {
  const kept = runs.slice(-MAX_RUNS);
  replaceTextFile(recordFile(environment), `${JSON.stringify({ version: 1, runs: kept })}\n`);
}

/** What takes a change of a text back. */
export function inverseOf(
  before: string | null,
  after: string,
): Pick<RecordedChange, "before" | "after" | "start" | "length" | "replaced"> {
  const old = before ?? "";
  const most = Math.min(old.length, after.length);
  let start = 0;
  while (start < most && old[start] === after[start]) start++;
  let tail = 0;
  while (tail < most - start && old.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    before: before === null ? null : sha256(before),
    after: sha256(after),
    start,
    length: after.length - tail - start,
    replaced: old.slice(start, old.length - tail),
  };
}

/** The text before a change; undefined when this text is not the one after it. */
export function textBefore(change: RecordedChange, text: string): string | undefined {
  if (sha256(text) !== change.after) return undefined;
  const { start, length, replaced } = change;
  const before = text.slice(0, start) + replaced + text.slice(start + length);
  return sha256(before) === (change.before ?? sha256("")) ? before : undefined;
}
