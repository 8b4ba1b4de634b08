/**
 * How the cost of a refresh grows with what exists. What must grow is one `lstat` for each run, the list of
 * their folder and one hash of the memory; a bare loop does just that, in turn with the refreshes.
 */
import { hash } from "node:crypto";
import fs from "node:fs";
import { join, resolve } from "node:path";
import type { Figure } from "../figure.ts";
import { type Meter, peakOf, processorTimeOf } from "../measure.ts";
import {
  addRun,
  fillWorkspace,
  ID,
  memoryFile,
  refresh,
  runsFolder,
  SIZE_TEXT,
} from "./workspace.ts";

const ROUNDS = 15;
const WARM_UP = 10;
/** A refresh may grow by at most this much more than the bare loop. */
const MAX_GROWTH = 1.5;

/** Growth after one more line of the memory, and after one more run; and the memory of the largest. */
export const growthFigures: readonly Figure[] = [
  growthFigure(10, "line"),
  { ...growthFigure(30, "line"), large: true },
  { ...growthFigure(100, "line"), large: true },
  { ...growthFigure(100, "run"), large: true },
  {
    name: `memory of context refresh, 100 times ${SIZE_TEXT} / once`,
    unit: "memory",
    limit: null,
    rounds: 3,
    large: true,
    prepare: async (_, shared) => ({
      ours: await peakAt(shared, 100),
      rival: await peakAt(shared, 1),
    }),
  },
];

function growthFigure(scale: number, change: "line" | "run"): Figure {
  const what = `growth of context refresh after one more ${change}, once to ${scale} times`;
  return {
    name: `${what} ${SIZE_TEXT} / readdir, lstat and one hash of the memory`,
    unit: "time",
    limit: MAX_GROWTH,
    rounds: ROUNDS,
    ...(change === "line" && { scale }),
    prepare: async (_, shared) => {
      const large = placeOf(shared, scale);
      const small = placeOf(shared, 1);
      const ours = processorTimeOf(await warmRefresh(large, scale, change));
      const once = processorTimeOf(await warmRefresh(small, 1, change));
      const bare = processorTimeOf(() => lookAtAll(large));
      return { ours: async () => (await ours()) - (await once()), rival: bare };
    },
  };
}

/** What nobody can do without: a look at each run, and the hash of the memory. */
function lookAtAll(place: string): void {
  const folder = runsFolder(place);
  let bytes = 0;
  for (const name of fs.readdirSync(folder)) bytes += fs.lstatSync(`${folder}/${name}`).size;
  if (bytes === 0) throw new Error(`Cannot measure "${folder}": there are no runs`);
  hash("sha256", fs.readFileSync(memoryFile(place)));
}

function placeOf(shared: string, scale: number): string {
  return join(shared, `curator-${scale}`, "lab");
}

async function peakAt(shared: string, scale: number): Promise<Meter> {
  const cwd = placeOf(shared, scale);
  await warmRefresh(cwd, scale);
  const argv = [process.execPath, resolve("bin/holdall.cjs"), "context", "refresh", ID] as const;
  return peakOf({ argv: [...argv], cwd }, shared);
}

/** How many refreshes a workspace has had, since several figures share one. */
const counts = new Map<string, number>();

/** A refresh of a responsibility so many times as large, in a workspace where some have been made. */
export async function warmRefresh(
  folder: string,
  scale: number,
  change: "line" | "run" = "line",
): Promise<() => Promise<void>> {
  if (!fs.existsSync(folder)) await fillWorkspace(folder, scale);
  const next = async () => {
    const round = counts.get(folder) ?? WARM_UP;
    counts.set(folder, round + 1);
    if (change === "run") addRun(folder, round);
    await refresh(folder, round);
  };
  for (let warm = 0; warm < WARM_UP; warm++) await next();
  return next;
}
