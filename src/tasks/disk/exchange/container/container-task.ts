/** What tasks of Harbor and of Terminal-Bench have in common: a folder with a Dockerfile, tests and a solution. */

import path from "node:path";
import { HoldallError } from "../../../../base/errors.ts";
import { type FileEntry, type FileSet, memoryEntry } from "../../../../base/file-set.ts";
import type { JsonObject } from "../../../../base/json/value.ts";
import { isAgentInstructions, settingsPath } from "../../../../base/protected-path.ts";
import { decodeUtf8, excerpt, readBytes } from "../../../../base/text/text.ts";
import type { LossItem } from "../../../../model/loss.ts";
import { isPlainFolder } from "../../container/image-name.ts";
import type { Imported } from "../exchange.ts";
import { type Dockerfile, parseDockerfile } from "./dockerfile.ts";
import { runTestsScript, TESTS_FOLDER } from "./run-tests.ts";
import { startFiles, usableItems } from "./start-files.ts";

const MAX_TEXT_BYTES = 4 * 1024 * 1024;
const MAX_FILES = 100_000;
/** As checks have it. */
const MAX_TIMEOUT_MS = 3_600_000;

/** A task as its folder describes it. */
export interface ContainerTask {
  /** The name of its folder. */
  readonly name: string;
  readonly title: string;
  readonly instruction: string;
  readonly tags: readonly string[];
  /** Facts that a bundle keeps under \`origin\`. */
  readonly origin: JsonObject;
  /** The folder of the Dockerfile, with a slash at its end; empty for the top. */
  readonly context: string;
  /** Overrides the working folder of the Dockerfile. */
  readonly workdir: string | null;
  /** Shell commands that run the tests; `$root/tests` has them. */
  readonly command: string;
  readonly hasReward: boolean;
  /** Further files of the tests, by their path below `tests/`. */
  readonly tests: ReadonlyMap<string, FileEntry>;
  readonly solution: ReadonlyMap<string, FileEntry>;
  readonly verifierTimeoutSec: number;
  readonly losses: readonly LossItem[];
}

/** All files of a folder by their paths; more than a task can have are refused. */
export async function listFiles(files: FileSet): Promise<ReadonlyMap<string, FileEntry>> {
  const found = new Map<string, FileEntry>();
  for await (const entry of files.entries()) {
    if (entry.kind === "folder") continue;
    if (found.size >= MAX_FILES) {
      throw new HoldallError("E_LIMIT", `Cannot import a task of more than ${MAX_FILES} files`);
    }
    found.set(entry.path, entry);
  }
  return found;
}

/** The text of a file; null when it is not there. */
export async function textAt(
  files: ReadonlyMap<string, FileEntry>,
  name: string,
): Promise<string | null> {
  const entry = files.get(name);
  if (entry?.kind !== "file") return null;
  const text = decodeUtf8(await readBytes(entry, MAX_TEXT_BYTES));
  if (text !== null) return text;
  throw new HoldallError("E_UTF8", `Cannot read "${name}": it is not UTF-8`);
}

/** The files below a folder, by their paths in it. */
export function filesIn(
  files: ReadonlyMap<string, FileEntry>,
  folder: string,
): Map<string, FileEntry> {
  const found = new Map<string, FileEntry>();
  for (const [file, entry] of files) {
    if (file.startsWith(folder)) found.set(file.slice(folder.length), entry);
  }
  return found;
}

/** A task as a bundle: the files that are copied, the tests as hidden files, and a check that runs them. */
export async function importContainerTask(
  task: ContainerTask,
  files: ReadonlyMap<string, FileEntry>,
  now: Date,
): Promise<Imported> {
  const context = filesIn(files, task.context);
  const text = await textAt(context, "Dockerfile");
  const parsed = parseDockerfile(text ?? "");
  const fromFile = parsed.workdir === "/" ? null : parsed.workdir;
  const named = [task.workdir, fromFile].filter((each) => each !== null);
  const workdir = named.find(isPlainFolder) ?? "/app";
  const start = startFiles({ ...parsed, workdir }, context);
  const tests = usableItems(prefixed(task.tests, `${TESTS_FOLDER}/tests/`));
  const reference = referenceFiles(task.solution);
  const script = runTestsScript({ ...task, workdir });
  const runner = {
    kind: "file",
    path: `${TESTS_FOLDER}/run.sh`,
    mode: 0o755,
    content: memoryEntry("run.sh", Buffer.from(script)),
  } as const;
  const hidden = [...tests.items.filter(({ kind }) => kind === "file"), runner];
  const capturedAt = now.toISOString();
  const { image } = parsed;
  return {
    kind: "task",
    parts: {
      id: task.name,
      title: task.title,
      createdAt: capturedAt,
      task: taskText(task.instruction, workdir),
      summary: `# Summary\n\nNot done yet: imported from the task ${task.name}.\n`,
      metadata: {
        tags: [...task.tags],
        origin: { ...task.origin, ...(image === null ? {} : { image }), workdir },
      },
      workspace: { items: start.items, state: "before", strategy: "copy", capturedAt },
      hidden: { items: hidden.filter((item) => item.kind === "file"), capturedAt },
      beside: reference.files,
    },
    checks: checksOf(task),
    losses: [
      ...task.losses,
      ...named.filter((each) => !isPlainFolder(each)).map(refusedFolder),
      ...(text === null ? [withoutDockerfile(task.context)] : buildLosses(parsed, task.context)),
      ...start.losses,
      ...tests.losses,
      ...reference.losses,
      ...testLosses(task),
    ],
  };
}

const INSTRUCTIONS = "one of instructions for a coding agent";

/** The solution, which lies in the bundle as plain files: nothing that a program beside it obeys, and no links. */
function referenceFiles(solution: ReadonlyMap<string, FileEntry>) {
  const { items, losses } = usableItems(prefixed(solution, "reference/"));
  const files = new Map<string, FileEntry>();
  const dropped = [...losses];
  for (const { kind, path: file } of items) {
    const entry = solution.get(file.slice("reference/".length));
    const settings = isAgentInstructions(file) ? INSTRUCTIONS : settingsPath(file);
    if (kind === "file" && settings === null && entry !== undefined) files.set(file, entry);
    else {
      const why = settings === null ? "a link in the solution" : `its name is ${settings}`;
      dropped.push({ kind: "dropped", where: file, why });
    }
  }
  return { files, losses: dropped };
}

function refusedFolder(folder: string): LossItem {
  const why = `not used as the working folder: ${excerpt(folder, 120)}`;
  return { kind: "dropped", where: "workdir", why };
}

function prefixed(
  files: ReadonlyMap<string, FileEntry>,
  folder: string,
): ReadonlyMap<string, FileEntry> {
  return new Map([...files].map(([file, entry]) => [`${folder}${file}`, entry]));
}

function taskText(instruction: string, workdir: string): string {
  const text = `${instruction.trim()}\n`;
  if (!text.includes(workdir)) return text;
  return `${text}\n---\n\nThis task was written for a container whose working folder is \`${workdir}\`. Here that is the current\nfolder: \`${workdir}/name\` means the file \`name\` in it.\n`;
}

function checksOf({ verifierTimeoutSec }: ContainerTask): JsonObject {
  const timeoutMs = Math.min(Math.ceil(verifierTimeoutSec * 1000), MAX_TIMEOUT_MS);
  const command = `sh ${TESTS_FOLDER}/run.sh`;
  const check = { name: "the tests of the task", kind: "tests_pass", command, timeoutMs };
  return { checks: [{ ...check, required: true }] };
}

function withoutDockerfile(folder: string): LossItem {
  const why = "there is none: the image, and the files that the task starts with, are not known";
  return { kind: "dropped", where: `${folder}Dockerfile`, why };
}

/** What only building the image would give. */
function buildLosses(
  { image, unread, unreadCount }: Dockerfile,
  folder: string,
): readonly LossItem[] {
  const where = (line: number) => `${folder}Dockerfile:${line}`;
  const named = image === null ? "" : ` (${excerpt(image, 120)})`;
  return [
    {
      kind: "dropped",
      where: `${folder}Dockerfile`,
      why: `the image${named} is not built; programs and packages of it must be here`,
    },
    ...unread.map(
      ({ line, text }): LossItem => ({
        kind: "dropped",
        where: where(line),
        why: `not carried out: ${excerpt(text, 120)}`,
      }),
    ),
    ...(unreadCount === unread.length ? [] : [moreUnread(folder, unreadCount - unread.length)]),
  ];
}

function moreUnread(folder: string, count: number): LossItem {
  const why = `not carried out: ${count} more instructions`;
  return { kind: "dropped", where: `${folder}Dockerfile`, why, count };
}

function testLosses({ hasReward, solution }: ContainerTask): readonly LossItem[] {
  const losses: LossItem[] = [
    {
      kind: "changed",
      where: "tests",
      why: "absolute paths of the container are replaced in the tests when they run",
    },
  ];
  if (hasReward) {
    const why = "a reward below 1 counts as not passed";
    losses.push({ kind: "changed", where: "tests", why });
  }
  if (solution.size > 0) {
    const [first = "solution"] = solution.keys();
    const why = "kept in reference/ and not run: there is no patch for `task check` to try";
    losses.push({ kind: "changed", where: path.posix.basename(first), why });
  }
  return losses;
}
