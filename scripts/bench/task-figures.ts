import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Contest, Figure } from "./figure.ts";
import { writeFiles, writeTaskBundle } from "./inputs.ts";
import { type Command, holdall, peakOf, processorTimeOfProgram } from "./measure.ts";
import { randomFrom } from "./planted-session.ts";

const FILES = 10_000;
const STEPS = 10_000;
const ALIGNMENT_MS = 2000;
const REPORT_BYTES = 200 * 1024 * 1024;
const small = { files: 3, bytesPerFile: 512, events: 3, sums: false };

/** What packing, checking, comparing and reporting task bundles may cost. */
export const taskFigures: readonly Figure[] = [
  {
    name: "holdall task pack, 10,000 files with their hashes / tar czf, processor time in memory",
    unit: "time",
    limit: 1.5,
    rounds: 5,
    prepare: preparePack,
  },
  {
    name: "holdall task validate --level full, 10,000 files / sha256sum -c, processor time",
    unit: "time",
    limit: 2,
    rounds: 5,
    prepare: prepareValidation,
  },
  {
    name: "holdall task compare, two runs of 10,000 steps / 2 s, processor time",
    unit: "time",
    limit: 1,
    rounds: 3,
    prepare: prepareComparison,
  },
  {
    name: "holdall task report, 5,000 bundles / 200 bundles, processor time",
    unit: "time",
    limit: 30,
    rounds: 3,
    prepare: async (folder, shared) => ({
      ours: processorTimeOfProgram(report(await runs(shared, 5000)), folder),
      rival: processorTimeOfProgram(report(await runs(shared, 200)), folder),
    }),
  },
  {
    name: "memory of holdall task report, 5,000 bundles / 200 MB",
    unit: "memory",
    limit: 1,
    rounds: 3,
    prepare: async (folder, shared) => ({
      ours: peakOf(report(await runs(shared, 5000)), folder),
      rival: REPORT_BYTES,
    }),
  },
];

/** Where files cost no work of a disk: creating 10,000 takes one far longer than everything else does. */
const MEMORY = "/dev/shm";

async function preparePack(folder: string): Promise<Contest> {
  const place = await mkdtemp(join(existsSync(MEMORY) ? MEMORY : folder, "holdall-bench-"));
  const bundle = await writeTaskBundle(join(place, "bundle"), filled);
  const project = join(bundle, "workspace/files");
  await writeFiles(place, { "task.md": "# Water the orchard\n", "summary.md": "Done.\n" });
  const out = join(place, "packed");
  const tarred = join(place, "tarred.tar.gz");
  const texts = ["--task", join(place, "task.md"), "--summary", join(place, "summary.md")];
  const args = ["--title", "Orchard", ...texts, "--workspace", project, "--no-git-auto"];
  const ours = {
    ...holdall("task", "pack", ...args, "--out", out),
    before: () => rm(out, { recursive: true, force: true }),
  };
  const rival: Command = {
    argv: ["tar", "czf", tarred, "-C", project, "."],
    before: () => rm(tarred, { force: true }),
  };
  return {
    ours: processorTimeOfProgram(ours, folder),
    rival: processorTimeOfProgram(rival, folder),
    end: () => rm(place, { recursive: true, force: true }),
  };
}

const filled = { ...small, files: FILES, bytesPerFile: 2048 };

/**
 * A bundle as `task pack` writes it. The list that sha256sum reads is beside it: one inside would be
 * compared with the files too, a second time.
 */
async function prepareValidation(folder: string): Promise<Contest> {
  const bundle = await writeTaskBundle(join(folder, "bundle"), { ...filled, sums: true });
  const sums = join(folder, "SHA256SUMS");
  await rename(join(bundle, "SHA256SUMS"), sums);
  return {
    ours: processorTimeOfProgram(holdall("task", "validate", bundle, "--level", "full"), folder),
    rival: processorTimeOfProgram(
      { argv: ["sha256sum", "-c", "--quiet", sums], cwd: bundle },
      folder,
    ),
  };
}

/** Two runs that did much the same in another order: what aligning them costs grows with the differences. */
async function prepareComparison(folder: string): Promise<Contest> {
  const bundles = ["left", "right"].map((name) => join(folder, name));
  const random = randomFrom(7);
  for (const bundle of bundles) {
    await writeTaskBundle(bundle, small);
    const step = () => Math.floor(random() ** 2 * 500);
    const lines = Array.from({ length: STEPS }, () => `${stepLine(step())}\n`);
    await writeFile(join(bundle, "events.jsonl"), lines.join(""));
  }
  const command = holdall("task", "compare", ...bundles);
  return { ours: processorTimeOfProgram(command, folder), rival: ALIGNMENT_MS };
}

function stepLine(number: number): string {
  const at = "2026-06-21T08:30:00.000Z";
  const command = `npm test -- row-${number}`;
  return JSON.stringify({ type: "run_command", at, detail: command, command, exitCode: 0 });
}

function report(folder: string): Command {
  return holdall("task", "report", folder, "--json");
}

/** A folder with so many runs of 50 tasks, by four tools. */
async function runs(shared: string, count: number): Promise<string> {
  const folder = join(shared, `runs-${count}`);
  const model = await writeTaskBundle(join(shared, `model-${count}`), small);
  const metadata = JSON.parse(readFileSync(join(model, "bundle.json"), "utf8"));
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < count; number++) {
    const bundle = join(folder, `run-${number}`);
    cpSync(model, bundle, { recursive: true });
    const renamed = {
      ...metadata,
      id: `run-${number}`,
      title: `Task ${number % 50}`,
      tool: ["claude-code", "codex", "gemini-cli", "pi"][number % 4],
      outcome: { status: number % 3 === 0 ? "failure" : "success", score: (number % 10) / 10 },
    };
    writeFileSync(join(bundle, "task.md"), `# Task ${number % 50}\n`);
    writeFileSync(join(bundle, "bundle.json"), `${JSON.stringify(renamed, null, 2)}\n`);
  }
  return folder;
}
