/** Writes a task as a folder that Harbor runs: instruction, environment, tests that write the reward, solution. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../../base/errors.ts";
import type { FileEntry } from "../../../../base/file-set.ts";
import { quoteForShell } from "../../../../base/text/quote-for-shell.ts";
import { tomlString } from "../../../../base/toml-text.ts";
import { guardOutput, type OutputTarget } from "../../../../bundles/disk/guard-output.ts";
import { type BundleWriter, createBundleWriter } from "../../../../disk/bundle-writer.ts";
import { folderFiles } from "../../../../disk/folder.ts";
import { createTemporaryFolder, removeTemporary } from "../../../../disk/temporary.ts";
import { writeAtomically } from "../../../../disk/write-atomically.ts";
import { type LossItem, lossReport } from "../../../../model/loss.ts";
import { objectOf, ownValue, type TaskBundle, textOf } from "../../../../model/task-bundle.ts";
import type { OperationContext } from "../../../../runtime/operation-context.ts";
import { openHidden } from "../../../hidden-files.ts";
import { openStart } from "../../../starting-state.ts";
import { IMAGE_NAME } from "../../container/image-name.ts";
import { layOutResult } from "../../judge/judge-result.ts";
import { readChecks } from "../../judge/read-checks.ts";
import { layOut } from "../../lay-out.ts";
import { readTask, type TaskReading } from "../../read-task.ts";
import { requireValidTask } from "../../require-task.ts";
import type { ExportRequest, TaskExporter } from "../exchange.ts";
import { SCRIPT_START, type TestScript, testScript } from "./test-script.ts";

const APP = "/app";

const harbor: TaskExporter = {
  async write(context, request) {
    const { from, checks } = request;
    if (checks === undefined) throw withoutChecks(from);
    const reading = await readTask(context, from, { level: "full" });
    const task = requireValidTask(reading, `export "${from}"`);
    const output = await guardFolder(context, request, reading.absolute);
    // Written into a script and not run.
    const script = testScript(readChecks(context, checks, { allowExec: true }));
    const losses: LossItem[] = [];
    const files = await writeAtomically(
      output.absolute,
      async (temporary) => {
        const folder: TaskFolder = {
          place: temporary,
          writer: createBundleWriter(temporary),
          losses,
        };
        await writeStart(folder, reading, script);
        await writeSolution(folder, reading);
        await writeTests(folder, reading, script);
        writeTexts(folder, task, { request, script });
        return countFiles(temporary);
      },
      output,
    );
    losses.push(...whatStays(task));
    const loss = lossReport(files, losses);
    return {
      out: output.absolute,
      files,
      steps: null,
      tokens: null,
      costUsd: null,
      redactions: [],
      loss,
    };
  },
};

export default harbor;

function withoutChecks(from: string): HoldallError {
  return new HoldallError("E_USAGE", `Cannot export "${from}": a Harbor task needs tests`, {
    cure: "add --checks FILE; see docs/tasks.md",
  });
}

/** As `guardOutput`; what `--force` replaces here is an earlier export. */
async function guardFolder(
  context: OperationContext,
  { out, force }: ExportRequest,
  source: string,
): Promise<OutputTarget> {
  try {
    return await guardOutput(context, out, { force: false, source });
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_EXISTS") throw error;
    const absolute = path.resolve(context.cwd, out);
    const why = `Cannot write "${out}": it already exists`;
    const cure = "choose another place, or add --force to replace an earlier export";
    if (!force) throw new HoldallError("E_EXISTS", why, { cure });
    if (isExport(absolute)) return { absolute, replace: true };
    throw new HoldallError("E_PROTECTED", `Cannot replace "${out}": it is no earlier export`, {
      cure: "remove it yourself or choose another place",
    });
  }
}

/** What an export has in its folders. */
const WRITTEN: ReadonlyMap<string, readonly string[]> = new Map([
  ["", ["environment", "instruction.md", "solution", "task.toml", "tests"]],
  ["environment", ["Dockerfile", "workspace"]],
  ["solution", ["files", "result.diff", "solve.sh"]],
  ["tests", ["expected", "hidden", "start", "test.sh"]],
]);

/** Whether a folder is an export of ours, and nothing was put beside its files. */
function isExport(place: string): boolean {
  const isFolder = (name: string) =>
    fs.lstatSync(path.join(place, name), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder("") || !isFolder("tests")) return false;
  const script = path.join(place, "tests/test.sh");
  if (!fs.lstatSync(script, { throwIfNoEntry: false })?.isFile()) return false;
  if (!fs.readFileSync(script, "utf8").startsWith(SCRIPT_START)) return false;
  return [...WRITTEN].every(
    ([folder, names]) =>
      !isFolder(folder) ||
      fs.readdirSync(path.join(place, folder)).every((name) => names.includes(name)),
  );
}

/** The folder that is written. */
interface TaskFolder {
  readonly place: string;
  readonly writer: BundleWriter;
  readonly losses: LossItem[];
}

/** The files before the task: for the agent, and for tests that compare with them. */
async function writeStart(
  { place, losses }: TaskFolder,
  reading: TaskReading,
  { needsStart }: TestScript,
): Promise<void> {
  const task = requireValidTask(reading, "export the task");
  const start = openStart({ task, files: reading.files }, "export the task");
  for (const folder of ["environment", "tests"]) fs.mkdirSync(path.join(place, folder));
  const { leftOut } = await layOut(start.items(), path.join(place, "environment/workspace"));
  if (needsStart) await layOut(start.items(), path.join(place, "tests/start"));
  for (const { path: file, why } of leftOut) {
    losses.push({ kind: "dropped", where: file, why: `left out: it is ${why}` });
  }
}

/** The reference patch as the files that it changes, so that no program is needed to apply it. */
async function writeSolution(
  { place, writer, losses }: TaskFolder,
  reading: TaskReading,
): Promise<void> {
  const { diff } = requireValidTask(reading, "export the task");
  if (diff === null || diff.length === 0) {
    const why = "the bundle has no patch: there is no solution to try the task with";
    losses.push({ kind: "dropped", where: "solution", why });
    return;
  }
  const scratch = createTemporaryFolder();
  try {
    const { folder } = await layOutResult(reading, scratch);
    const before = await digestsOf(path.join(place, "environment/workspace"));
    const removed = new Set(before.keys());
    for await (const entry of folderFiles(folder).entries()) {
      if (entry.kind === "folder") continue;
      removed.delete(entry.path);
      if ((await identityOf(entry)) === before.get(entry.path)) continue;
      if (entry.kind === "file")
        await writer.write(`solution/files/${entry.path}`, entry, entry.mode);
      else losses.push({ kind: "dropped", where: entry.path, why: "a link in the solution" });
    }
    await writer.write("solution/result.diff", diff);
    await writer.write("solution/solve.sh", Buffer.from(solveText([...removed])), 0o755);
  } finally {
    removeTemporary(scratch);
  }
}

async function digestsOf(folder: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for await (const entry of folderFiles(folder).entries()) {
    if (entry.kind !== "folder") digests.set(entry.path, await identityOf(entry));
  }
  return digests;
}

async function identityOf(entry: FileEntry): Promise<string> {
  if (entry.kind !== "file") return `${entry.kind} ${entry.target ?? ""}`;
  const { sha256 } = await entry.digest();
  return `${entry.mode & 0o111 ? "x" : "-"} ${sha256}`;
}

function solveText(removed: readonly string[]): string {
  const removing = removed.map((file) => `rm -f "$app"/${quoteForShell(file)}\n`);
  return `#!/bin/sh
# Puts the files of the reference solution (result.diff) in place. Written by holdall.
set -e
app="\${HOLDALL_APP:-${APP}}"
here="$(cd "$(dirname "$0")" && pwd)"
[ ! -d "$here/files" ] || cp -a "$here/files/." "$app/"
${removing.join("")}`;
}

async function writeTests(
  { writer }: TaskFolder,
  reading: TaskReading,
  { text, files }: TestScript,
): Promise<void> {
  await writer.write("tests/test.sh", Buffer.from(text), 0o755);
  for (const [name, content] of files) await writer.write(`tests/${name}`, Buffer.from(content));
  const task = requireValidTask(reading, "export the task");
  for await (const { path: file, content, mode } of openHidden({
    task,
    files: reading.files,
  })?.items() ?? []) {
    await writer.write(`tests/hidden/${file}`, content, mode);
  }
}

/** Images with what most projects of a language need. */
const IMAGES: ReadonlyMap<string, string> = new Map([
  ["node", "node:24-slim"],
  ["python", "python:3.13-slim"],
  ["go", "golang:1.25"],
  ["rust", "rust:1-slim"],
]);

/** File names of each language, the first that is met decides. */
const NAMES: readonly (readonly [language: string, names: RegExp])[] = [
  ["rust", /(?:^|\/)Cargo\.toml$/],
  ["go", /(?:^|\/)go\.mod$/],
  ["python", /(?:^|\/)(?:pyproject\.toml|requirements\.txt|[^/]+\.py)$/],
  ["node", /(?:^|\/)(?:package\.json|[^/]+\.[cm]?[jt]sx?)$/],
];

/** The runtime that the bundle names, else the one that its files suggest. */
function languageOf({ bundle, workspace }: TaskBundle): string | null {
  const [named = ""] = (textOf(bundle, "runtime") ?? "").toLowerCase().split(/[^a-z]/);
  if (IMAGES.has(named)) return named;
  const paths = (workspace?.first ?? []).map((file) => file.path);
  return NAMES.find(([, names]) => paths.some((each) => names.test(each)))?.[0] ?? null;
}

interface TextSources {
  readonly request: ExportRequest;
  readonly script: TestScript;
}

function writeTexts(
  { writer, losses }: TaskFolder,
  task: TaskBundle,
  { request, script }: TextSources,
): void {
  const { bundle } = task;
  const origin = objectOf(bundle, "origin");
  const fromBundle = textOf(origin, "image");
  const isUsable = fromBundle !== null && IMAGE_NAME.test(fromBundle);
  const named = request.image ?? (isUsable ? fromBundle : null);
  const language = named === null ? languageOf(task) : null;
  const image = named ?? IMAGES.get(language ?? "") ?? "debian:bookworm-slim";
  if (request.image === undefined) {
    const by = named === null ? "chosen by runtime and file names" : "named by the bundle";
    const why = `the image ${image} was ${by}; --image names another`;
    losses.push({ kind: "changed", where: "environment/Dockerfile", why });
    if (fromBundle !== null && !isUsable) {
      const refused = "it is not the name of a container image";
      losses.push({ kind: "dropped", where: "bundle.json origin.image", why: refused });
    }
  }
  const copy = (task.workspace?.count ?? 0) === 0 ? "" : `COPY workspace/ ${APP}/\n`;
  writer.write("environment/Dockerfile", Buffer.from(`FROM ${image}\nWORKDIR ${APP}\n${copy}`));
  writer.write("instruction.md", Buffer.from(task.task ?? ""));
  writer.write("task.toml", Buffer.from(configText(task, script)));
}

function configText({ bundle }: TaskBundle, { timeoutSec }: TestScript): string {
  const origin = objectOf(bundle, "origin");
  const tags = ownValue(bundle, "tags");
  const keywords = (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === "string");
  const id = textOf(bundle, "id") ?? "task";
  const facts = (["difficulty", "category"] as const).flatMap((key) => {
    const text = textOf(origin, key);
    return text === null ? [] : [`${key} = ${tomlString(text)}`];
  });
  const limit = ownValue(origin, "agentTimeoutSec");
  return [
    'schema_version = "1.4"',
    "",
    "[task]",
    `name = ${tomlString(`holdall/${slugOf(id)}`)}`,
    `description = ${tomlString(textOf(bundle, "title") ?? id)}`,
    `keywords = [${keywords.map(tomlString).join(", ")}]`,
    "",
    "[metadata]",
    `task_bundle = ${tomlString(id)}`,
    ...facts,
    "",
    ...(typeof limit === "number" ? ["[agent]", `timeout_sec = ${limit}`, ""] : []),
    "[verifier]",
    `timeout_sec = ${timeoutSec}`,
    "",
  ].join("\n");
}

function slugOf(id: string): string {
  const slug = id.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/^[-_]+|(?<![-_])[-_]+$/g, "");
  return slug === "" ? "task" : slug.slice(0, 100);
}

/** What a bundle has and a Harbor task has no place for. */
function whatStays({ bundle, events }: TaskBundle): readonly LossItem[] {
  const lost: LossItem[] = [];
  const drop = (where: string, why: string) => lost.push({ kind: "dropped", where, why });
  drop("summary.md", "how the task was done has no place in a Harbor task");
  if (events !== null) drop("events.jsonl", "the steps of a run have no place in a Harbor task");
  const repo = textOf(bundle, "repo");
  if (repo !== null) drop("bundle.json", "repository and commit have no place in a Harbor task");
  return lost;
}

async function countFiles(folder: string): Promise<number> {
  let count = 0;
  for await (const { kind } of folderFiles(folder).entries()) if (kind !== "folder") count++;
  return count;
}
