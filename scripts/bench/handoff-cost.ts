import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../run.ts";
import {
  type Command,
  type Meter,
  peakOf,
  processorTimeOf,
  processorTimeOfProgram,
} from "./measure.ts";
import { readSession } from "./read-session.ts";
import { type repeaters, repeatSession } from "./repeat-session.ts";
import type { Report } from "./report.ts";

const samples = process.env.HOLDALL_SAMPLES ?? "";
const SIZES = [1, 5, 50];
/** Measured with `--large` only: it takes minutes. */
const LARGE_SIZES = [200];
/** Rounds of which the least counts: what else a machine does only adds to the time of a processor. */
const ROUNDS: Readonly<Record<number, number>> = { 1: 9, 5: 7, 50: 4, 200: 3 };
/** How much garbage lies at once differs from run to run. */
const PEAK_ROUNDS = 2;

/** A real session, and to whom it goes. */
interface Source {
  readonly from: keyof typeof repeaters;
  readonly to: string;
  readonly sample: string;
  /** The memory that a handoff may take, in MB by the size of the session: what it took before it was made quick. */
  readonly memory: Readonly<Record<number, number>>;
}

/** Real sessions without a compaction, so that all of a copy is in force. */
const SOURCES: readonly Source[] = [
  {
    from: "claude",
    to: "codex",
    sample: "agent-logs/claude/v1.0.51_large.jsonl",
    memory: { 1: 105, 5: 133, 50: 216, 200: 361 },
  },
  {
    from: "codex",
    to: "claude",
    sample: "agent-logs/codex/v0.118_plan-item.jsonl",
    memory: { 1: 127, 5: 193, 50: 247, 200: 318 },
  },
];

/** Seconds that a handoff of 1 MB may take, with the start of the program. */
const SMALL_SECONDS = 0.25;
/** How many times the bare work on a file a larger one may take beyond that (decision 0025). */
const BARE_WORK = 3;

/**
 * Processor time of a handoff beside that of bare work on the same file, and of reading and accounting for it. The
 * sessions are real ones, repeated under new ids.
 */
export const handoffCost: Report = {
  name: "handoff: processor time",
  async run(folder, { large }) {
    if (SOURCES.some(({ sample }) => !existsSync(join(samples, sample)))) {
      return { lines: [], checks: [], notRun: "HOLDALL_SAMPLES names no folder with samples" };
    }
    const rows: Row[] = [];
    for (const source of SOURCES) {
      for (const megabytes of large ? [...SIZES, ...LARGE_SIZES] : SIZES) {
        rows.push(await measure(source, megabytes, folder));
      }
    }
    return {
      lines: rows.map(
        ({ from, to, megabytes, reading, handoff, bare, peak }) =>
          `${from} to ${to}, ${megabytes} MB: ${seconds(handoff)} s; reading alone ${seconds(reading)} s, ${(handoff / reading).toFixed(1)} times that; bare JSON both ways and one hash, without a start: ${seconds(bare)} s; memory ${Math.round(peak / 1e6)} MB`,
      ),
      checks: rows.flatMap(({ from, to, megabytes, bare, handoff, peak, memory }) => [
        {
          name: `${from} to ${to}, ${megabytes} MB: seconds of the processor`,
          value: handoff / 1000,
          most: SMALL_SECONDS + (megabytes === 1 ? 0 : (BARE_WORK * bare) / 1000),
        },
        {
          name: `${from} to ${to}, ${megabytes} MB: MB of memory`,
          value: peak / 1e6,
          most: memory[megabytes] ?? 0,
        },
      ]),
    };
  },
};

interface Row extends Source {
  readonly megabytes: number;
  /** Milliseconds of the processor. */
  readonly reading: number;
  readonly handoff: number;
  readonly bare: number;
  /** Bytes. */
  readonly peak: number;
}

async function measure(source: Source, megabytes: number, folder: string): Promise<Row> {
  const { from, to, sample } = source;
  const path = join(folder, `${from}-${megabytes}.jsonl`);
  await repeatSession(from, { sample: join(samples, sample), path, bytes: megabytes * 1e6 });
  const command = handoffOf(path, to, folder);
  const [reading = 0, handoff = 0, bare = 0] = await leastInTurn(ROUNDS[megabytes] ?? 2, [
    processorTimeOf(() => readSession(from, path)),
    processorTimeOfProgram(command, folder),
    processorTimeOf(() => moveBare(path)),
  ]);
  const [peak = 0] = await leastInTurn(PEAK_ROUNDS, [peakOf(command, folder, "")]);
  await rm(path);
  return { ...source, megabytes, reading, handoff, bare, peak };
}

/**
 * A yardstick: every record parsed, written out, hashed, and parsed again. It knows nothing of a conversation
 * and writes as much as it reads, so that it is not the least that a handoff can take.
 */
async function moveBare(path: string): Promise<void> {
  const hash = createHash("sha256");
  const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const written = JSON.stringify(JSON.parse(line));
    hash.update(written);
    JSON.parse(written);
  }
  hash.digest();
}

/** The least of each meter; they take turns, so that a slow hour of the machine is one for all of them. */
async function leastInTurn(rounds: number, meters: readonly Meter[]): Promise<readonly number[]> {
  const least = meters.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [at, meter] of meters.entries()) {
      least[at] = Math.min(least[at] ?? Number.POSITIVE_INFINITY, await meter());
    }
  }
  return least;
}

function handoffOf(session: string, to: string, folder: string): Command {
  const home = join(folder, "home");
  const cwd = join(home, "project");
  const before = async () => {
    await rm(home, { recursive: true, force: true });
    await mkdir(cwd, { recursive: true });
  };
  const argv = [process.execPath, join(root, "bin/holdall.cjs"), "handoff", session, to] as const;
  return { argv: [...argv], cwd, env: { HOME: home }, before };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(2);
}
