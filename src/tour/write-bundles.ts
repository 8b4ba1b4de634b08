import fs from "node:fs";
import path from "node:path";
import type { Sample } from "../formats/format.ts";
import { formatNames, loadFormat } from "../formats/registry.ts";
import { tourSession } from "./session.ts";

/** The recorded session of the tour, as its agent wrote it. */
const SESSION = "session.jsonl";

/**
 * Writes the bundles of the tour below a folder: one of each format under the format's name, `orchard`
 * and `tides` (a working context and a task bundle with everything), and a recorded session. Gives the
 * name of each.
 */
export async function writeTourBundles(folder: string): Promise<readonly string[]> {
  const bundles = await tourBundles();
  for (const [name, sample] of bundles) writeSample(sample, path.join(folder, name));
  writeSession(path.join(folder, SESSION), tourSession.lines);
  return [...bundles.keys(), SESSION];
}

/** Places the recorded session where Claude Code keeps those of a folder, as if it had been recorded there. */
export function placeTourSession(home: string, cwd: string): void {
  const project = path.join(home, ".claude/projects", cwd.replaceAll(/[^A-Za-z0-9]/g, "-"));
  const asJson = JSON.stringify(cwd).slice(1, -1);
  const lines = tourSession.lines.map((line) => line.replaceAll(tourSession.cwd, asJson));
  writeSession(path.join(project, `${tourSession.id}.jsonl`), lines);
}

/** Writes a session; its time is that of the recording, so that it counts as finished. */
function writeSession(target: string, lines: readonly string[]): void {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, lines.map((line) => `${line}\n`).join(""));
  fs.utimesSync(target, RECORDED, RECORDED);
}

const RECORDED = new Date("2026-11-15T06:07:00Z");

async function tourBundles(): Promise<ReadonlyMap<string, Sample>> {
  const bundles = new Map<string, Sample>();
  for (const name of formatNames) {
    const { samples } = await loadFormat(name);
    const first = samples[0];
    const last = samples.at(-1);
    if (first) bundles.set(name, first);
    if (last && name === "working-context") bundles.set("orchard", last);
    if (first && name === "task-bundle") bundles.set("tides", first);
  }
  return bundles;
}

function writeSample({ files }: Sample, folder: string): void {
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
}
