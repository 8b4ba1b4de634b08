/** Keeping sessions beside programs that copy files: `tar --zstd`, borg, restic and agentsview, on the same tree. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run.ts";
import type { Check, Report, ReportResult } from "../report.ts";
import { canMeasure, describeUsage, hasProgram, middle, runTimed } from "./run-timed.ts";
import { writeLogs } from "./write-logs.ts";

const MB = 1_000_000;

/** How keeping, keeping again and restoring compare with others. */
export const keepReport: Report = {
  name: "keep",
  async run(folder, { large }) {
    if (!canMeasure()) return { notRun: "GNU time is not installed", lines: [], checks: [] };
    const tree = { sessions: 2000, bytes: (large ? 1000 : 200) * MB };
    const measured = compare(folder, tree);
    return { ...measured, checks: [...measured.checks, ...compareLists(join(folder, "many"))] };
  },
};

function compare(folder: string, tree: Parameters<typeof writeLogs>[1]): ReportResult {
  const user = join(folder, "user");
  mkdirSync(user, { recursive: true });
  writeLogs(user, tree);
  const keep = (home: string, ...args: string[]) =>
    runTimed(folder, [process.execPath, join(root, "bin/holdall.cjs"), "keep", ...args], {
      env: { HOME: home, XDG_DATA_HOME: "", XDG_STATE_HOME: "", HOLDALL_PROGRESS: "none" },
    });
  const backup = join(folder, "backup");
  const archive = join(folder, "tree.tar.zst");
  const first = keep(user, "now", "--to", backup);
  const tar = runTimed(folder, ["tar", "--zstd", "-cf", archive, "-C", user, ".claude"]);
  const again = middle([1, 2, 3].map(() => keep(user, "now", "--to", backup)));
  const [into, out] = ["into", "out"].map((name) => join(folder, name));
  if (into === undefined || out === undefined) throw new Error("two folders have names");
  mkdirSync(into);
  mkdirSync(out);
  const restore = keep(into, "restore", "--all", "--from", backup, "--into", into);
  const untar = runTimed(folder, ["tar", "--zstd", "-xf", archive, "-C", out]);
  const lines = [
    describeUsage("holdall keep now", first, sizeOf(backup)),
    describeUsage("tar --zstd", tar, statSync(archive).size),
    describeUsage("holdall keep now, unchanged", again),
    describeUsage("holdall keep restore --all", restore),
    describeUsage("tar --zstd -x", untar),
  ];
  const checks: Check[] = [
    { name: "first copy, processor / tar --zstd", value: first.cpu / tar.cpu, most: 1.5 },
    { name: "restore of all, processor / tar -x", value: restore.cpu / untar.cpu, most: 1.5 },
    { name: "first copy, memory in MB", value: first.megabytes, most: 190 },
  ];
  if (hasProgram("borg")) {
    const repository = join(folder, "borg");
    const env = { BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: "yes", BORG_BASE_DIR: folder };
    runTimed(folder, ["borg", "init", "-e", "none", repository], { env });
    const create = ["borg", "create", "-C", "zstd,3", `${repository}::one`, ".claude"];
    const borg = runTimed(folder, create, { cwd: user, env });
    lines.push(describeUsage("borg create -C zstd,3", borg, sizeOf(repository)));
    const value = sizeOf(backup) / sizeOf(repository);
    checks.push({ name: "size / borg", value, most: 1.1 });
  } else lines.push("borg: not run (not installed)");
  if (hasProgram("restic")) {
    const repository = join(folder, "restic");
    const env = { RESTIC_PASSWORD: "x", RESTIC_CACHE_DIR: join(folder, "cache") };
    const restic = (...args: string[]) =>
      runTimed(folder, ["restic", "-q", "-r", repository, ...args], { cwd: user, env });
    restic("init");
    lines.push(describeUsage("restic backup", restic("backup", ".claude"), sizeOf(repository)));
    const unchanged = middle([1, 2, 3].map(() => restic("backup", ".claude")));
    lines.push(describeUsage("restic backup, unchanged", unchanged));
    const value = again.cpu / unchanged.cpu;
    checks.push({ name: "unchanged run, processor / restic", value, most: 0.5 });
  } else lines.push("restic: not run (not installed)");
  if (hasProgram("agentsview")) {
    const capture = join(folder, "capture");
    mkdirSync(join(folder, ".agentsview"), { recursive: true });
    const source = `claude=${join(user, ".claude/projects")}`;
    const command = ["agentsview", "archive", "capture", capture, "--root", source];
    const env = { HOME: folder };
    const taken = runTimed(folder, [...command, "--writers-stopped"], { env });
    lines.push(describeUsage("agentsview archive capture", taken, sizeOf(capture)));
    rmSync(capture, { recursive: true });
  } else lines.push("agentsview: not run (not installed)");
  const start = runTimed(folder, [process.execPath, "-e", "0"]);
  lines.push(describeUsage("start of Node, which each run contains", start));
  for (const each of [user, into, out, archive]) rmSync(each, { recursive: true });
  return { lines, checks };
}

/** An unchanged run over ten thousand sessions beside a list of them. */
function compareLists(folder: string): readonly Check[] {
  mkdirSync(folder, { recursive: true });
  writeLogs(folder, { sessions: 10_000, bytes: 100 * MB });
  const env = { HOME: folder, XDG_DATA_HOME: "", XDG_STATE_HOME: "", HOLDALL_PROGRESS: "none" };
  const run = (...args: string[]) =>
    runTimed(folder, [process.execPath, join(root, "bin/holdall.cjs"), ...args], { env });
  run("sessions", "--all");
  run("keep", "now");
  const rounds = [1, 2, 3, 4, 5].map(() => ({
    ours: run("keep", "now"),
    list: run("sessions", "--all"),
  }));
  const ours = middle(rounds.map((round) => round.ours));
  const list = middle(rounds.map((round) => round.list));
  rmSync(folder, { recursive: true });
  const value = ours.cpu / list.cpu;
  return [
    { name: "unchanged, 10,000 sessions, processor / holdall sessions", value, most: 1.5 },
    { name: "unchanged, 10,000 sessions, memory in MB", value: ours.megabytes, most: 100 },
  ];
}

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
}
