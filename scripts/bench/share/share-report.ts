/** Pushing and pulling by a registry beside ORAS, on the same registry and the same files. */
import { randomFillSync } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { launchDockerRegistry } from "../../../test/support/docker-registry.ts";
import { writeTaskBundle } from "../../../test/support/task-bundles.ts";
import { root } from "../../run.ts";
import {
  canMeasure,
  describeUsage,
  hasProgram,
  middle,
  runTimed,
  type Usage,
} from "../keep/run-timed.ts";
import type { Check, Report } from "../report.ts";

const MB = 1_000_000;
const ORAS = process.env.ORAS ?? "oras";
const ROUNDS = 3;

/** How push and pull compare with ORAS. */
export const shareReport: Report = {
  name: "share",
  async run(folder, { large }) {
    if (!canMeasure()) return { notRun: "GNU time is not installed", lines: [], checks: [] };
    if (!hasProgram("docker-registry") || !hasProgram(ORAS)) {
      return { notRun: "docker-registry or oras is not installed", lines: [], checks: [] };
    }
    const { host, running } = await launchDockerRegistry(folder);
    try {
      const bytes = (large ? 1000 : 200) * MB;
      const results = [1, 4].map((files) => compare(folder, { host, files, bytes }));
      return {
        lines: results.flatMap(({ lines }) => lines),
        checks: results.flatMap(({ checks }) => checks),
      };
    } finally {
      running.kill("SIGKILL");
    }
  },
};

interface Trial {
  readonly host: string;
  readonly files: number;
  readonly bytes: number;
}

function compare(folder: string, { host, files, bytes }: Trial) {
  const bundle = join(folder, `bundle-${files}`);
  const names = writeBundle(bundle, files, bytes);
  const ours = (...args: string[]) =>
    runTimed(folder, [process.execPath, join(root, "bin/holdall.cjs"), ...args], {
      env: { HOME: folder, HOLDALL_PROGRESS: "none" },
    });
  const oras = (...args: string[]) =>
    runTimed(folder, [ORAS, args[0] ?? "", "--plain-http", ...args.slice(1)], { cwd: bundle });
  const mine = `${host}/ours-${files}:one`;
  const theirs = `${host}/theirs-${files}:one`;
  const push = ours("push", bundle, `oci://${mine}`);
  const again = ours("push", bundle, `oci://${mine}`);
  const orasPush = oras("push", theirs, ...names);
  const pulls: { readonly ours: Usage; readonly oras: Usage }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = ["one", "other"].map((name) => join(folder, name));
    if (one === undefined || other === undefined) throw new Error("two folders have names");
    pulls.push({
      ours: ours("pull", `oci://${mine}`, "--out", one),
      oras: oras("pull", theirs, "-o", other),
    });
    for (const each of [one, other]) rmSync(each, { recursive: true });
  }
  const pull = middle(pulls.map((round) => round.ours));
  const orasPull = middle(pulls.map((round) => round.oras));
  rmSync(bundle, { recursive: true });
  const what = `${bytes / MB} MB in ${files === 1 ? "one file" : `${files} files`}`;
  const lines = [
    describeUsage(`holdall push, ${what}`, push),
    describeUsage("holdall push again, unchanged", again),
    describeUsage("oras push", orasPush),
    describeUsage("holdall pull", pull),
    describeUsage("oras pull", orasPull),
  ];
  const checks: readonly Check[] = [
    { name: `pull / oras pull, ${what}`, value: pull.seconds / orasPull.seconds, most: 1.5 },
    { name: `pull of ${what}, memory in MB`, value: pull.megabytes, most: 200 },
  ];
  return { lines, checks };
}

/** A task bundle with files that cannot be compressed; returns the names of these. */
function writeBundle(folder: string, files: number, bytes: number): readonly string[] {
  writeTaskBundle(folder);
  mkdirSync(join(folder, "blobs"));
  const names = Array.from({ length: files }, (_, at) => `blobs/${at}.bin`);
  const chunk = Buffer.alloc(MB);
  for (const name of names) {
    for (let written = 0; written < bytes / files; written += chunk.length) {
      appendFileSync(join(folder, name), randomFillSync(chunk));
    }
  }
  return names;
}
