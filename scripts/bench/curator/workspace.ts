/** A workspace of responsibilities that is as large as a benchmark wants it. */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import curator from "../../../src/curator/module.ts";
import { requestStream } from "../../../src/curator/streams.ts";
import type { NewEvent } from "../../../src/ledger/append.ts";
import { contextIn, runOperation } from "../../../test/support/operations.ts";
import { openLedgerAt } from "../../../test/support/workspaces.ts";

/** The responsibility that is refreshed. */
export const ID = "docs_cos";
const OTHER = "build_cos";
const NOW = "2026-02-03T10:00:00Z";

/** How much there is of everything, as multiples of this. */
const SIZE = { runs: 500, completed: 500, memory: 5000 };
/** The same in words. */
export const SIZE_TEXT = "500 runs, 2,000 request events, 5,000 lines of memory";
const BATCH = 1000;
/** The curator keeps what it found in files that have not changed for this long. */
const SETTLED_MS = 2100;

/** Creates the workspace and refreshes it twice, so that everything is known that can be. */
export async function fillWorkspace(folder: string, scale: number): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  const context = contextIn(folder, () => new Date(NOW));
  await runOperation(context, "init", { responsibility: ID });
  for (const step of ["responsibility add", "responsibility activate"] as const) {
    await runOperation(context, step, { id: OTHER, actor: ID, now: NOW });
  }
  writeRuns(folder, SIZE.runs * scale);
  const lines = Array.from({ length: SIZE.memory * scale }, (_, index) => memoryLine(index));
  fs.appendFileSync(memoryFile(folder), lines.join(""));
  await fillQueue(path.join(folder, ".holdall"), SIZE.completed * scale);
  await wait(SETTLED_MS);
  for (let round = 0; round < 2; round++) await refresh(folder, round);
}

/** Where the runs of the responsibility are. */
export function runsFolder(folder: string): string {
  return path.join(folder, "registry", ID, "mandates/runs/weekly");
}

/** Where its memory is. */
export function memoryFile(folder: string): string {
  return path.join(folder, "registry", ID, "memory/events.md");
}

/** One more run, which is newer than every one before. */
export function addRun(folder: string, round: number): void {
  writeRun(runsFolder(folder), Date.parse("2026-02-20T00:00:00Z") + round * 60_000, "one more");
}

/** One refresh after one more line of the memory, a second later than the one before. */
export async function refresh(folder: string, round: number): Promise<void> {
  fs.appendFileSync(memoryFile(folder), memoryLine(10_000_000 + round));
  const now = timeAt(Date.parse("2026-03-01T00:00:00Z") + round * 1000);
  await runOperation(contextIn(folder), "context refresh", { id: ID, now });
}

function writeRuns(folder: string, count: number): void {
  const runs = runsFolder(folder);
  fs.mkdirSync(runs, { recursive: true });
  for (let index = 0; index < count; index++) {
    writeRun(runs, Date.parse("2020-01-01T00:00:00Z") + index * 3_600_000, `${index} pages`);
  }
}

function writeRun(folder: string, time: number, what: string): void {
  const at = timeAt(time);
  const text = `---\nclosed_at: ${at}\n---\n# Weekly review\n\n## Outcome\nRead ${what}.\n`;
  fs.writeFileSync(path.join(folder, `${at.slice(0, 16).replace(":", "-")}Z.md`), text);
}

function memoryLine(index: number): string {
  const at = timeAt(Date.parse("2024-01-01T00:00:00Z") + index * 60_000);
  return `- ${at} note (source: human:ann, task: t${index}) – what happened at that time, in a sentence\n`;
}

/** Four events of each request: created, opened, accepted, completed. */
async function fillQueue(store: string, count: number): Promise<void> {
  const ledger = await openLedgerAt(store, { modules: [curator] });
  let events: NewEvent[] = [];
  for (let index = 0; index < count; index++) {
    events.push(...requestEvents(`req_${index}`, ["opened", "accepted", "completed"]));
    if (events.length >= BATCH || index === count - 1) {
      await ledger.append(events);
      events = [];
    }
  }
  await ledger.close();
}

const BEFORE: Readonly<Record<string, string>> = {
  opened: "created",
  accepted: "pending",
  completed: "accepted",
};

/** The events of one request, through some of its steps. */
export function requestEvents(id: string, steps: readonly string[]): readonly NewEvent[] {
  const stream = requestStream("lab", id);
  const actor = { id: OTHER, origin: "bench" };
  const by = { at: NOW, by: OTHER };
  const body = {
    ...by,
    type: "request_for_action",
    subject: `Work for ${id}`,
    summary: "",
    origin_responsibility_id: OTHER,
    target_responsibility_id: ID,
    available_at: NOW,
    authored_by: "human",
  };
  return [
    { stream, type: "request_created", actor, body },
    ...steps.map((step) => ({
      stream,
      type: `request_${step}`,
      actor,
      body: { ...by, from: BEFORE[step] ?? "", note: "reports/2026-02-03_done.md" },
    })),
  ];
}

function timeAt(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
