import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { makeScratch } from "../scratch.ts";
import { parseCalls, type SystemCall } from "./system-calls.ts";

/** One thing that a command asked of the disk, in the order in which the system did it. */
export type DiskStep =
  /** A file or folder was opened, and created if it was not there and the flags say so. */
  | {
      readonly kind: "open";
      readonly path: string;
      readonly file: number;
      readonly creates: boolean;
    }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "symlink"; readonly path: string; readonly target: string }
  | { readonly kind: "link" | "rename"; readonly from: string; readonly path: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "write"; readonly file: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: "append"; readonly file: number; readonly bytes: Buffer }
  | { readonly kind: "resize"; readonly file: number; readonly size: number }
  /** A sync covers what was written before it began, and counts from when it ended. */
  | { readonly kind: "sync-begin" | "sync-end"; readonly file: number; readonly sync: number }
  /** The program wrote to its standard output. */
  | { readonly kind: "output"; readonly text: string };

/** What is started, and the folder whose changes count. */
export interface RecordedCommand {
  readonly root: string;
  readonly cwd: string;
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Why nothing can be recorded here, as a skipped test says it; false where it can. */
export function recordingIsImpossible(): string | false {
  const { error, status } = spawnSync("strace", ["-f", "-o", "/dev/null", "true"]);
  if (error !== undefined) return "not run: strace is not installed";
  return status === 0 ? false : "not run: strace may not trace a program here";
}

const MAX_STRING = 8 * 1024 * 1024;
const TRACED = [
  "open",
  "openat",
  "creat",
  "close",
  "dup",
  "dup2",
  "dup3",
  "fcntl",
  "write",
  "pwrite64",
  "writev",
  "pwritev",
  "pwritev2",
  "ftruncate",
  "truncate",
  "fsync",
  "fdatasync",
  "rename",
  "renameat",
  "renameat2",
  "link",
  "linkat",
  "unlink",
  "unlinkat",
  "rmdir",
  "mkdir",
  "mkdirat",
  "symlink",
  "symlinkat",
  "copy_file_range",
  "sendfile",
  "fallocate",
  "lseek",
  "clone",
  "clone3",
  "fork",
  "vfork",
];

/** Runs a command to its end and records what it asked of the disk below a folder. */
export function record({ root, cwd, command, env }: RecordedCommand): readonly DiskStep[] {
  const log = path.join(makeScratch(), "calls");
  const trace = `trace=${TRACED.map((name) => `?${name}`).join(",")}`;
  const options = ["-f", "-qq", "-xx", "-s", String(MAX_STRING), "-e", "signal=none", "-e", trace];
  const { status, stderr } = spawnSync("strace", [...options, "-o", log, "--", ...command], {
    cwd,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command.join(" ")} ended with ${status}: ${stderr}`);
  const steps = toSteps(parseCalls(fs.readFileSync(log, "latin1")), { root, cwd });
  fs.rmSync(log);
  return steps;
}

interface OpenFile {
  /** Its path when it was opened. */
  readonly path: string;
  /** Null for a file outside the folder that counts. */
  file: number | null;
  isAppending: boolean;
  offset: number;
}

interface Place {
  readonly root: string;
  readonly cwd: string;
}

/** Turns calls into steps: follows descriptors of every process, and leaves out what failed. */
function toSteps(calls: Iterable<SystemCall>, place: Place): readonly DiskStep[] {
  const steps: DiskStep[] = [];
  const tables = new Map<number, Map<number, OpenFile>>();
  const syncs = new Map<number, number>();
  let nextFile = 0;
  let nextSync = 0;
  const tableOf = (pid: number) => {
    const table = tables.get(pid) ?? new Map<number, OpenFile>();
    tables.set(pid, table);
    return table;
  };
  const insideOf = (absolute: string) => {
    const isInside = absolute === place.root || absolute.startsWith(`${place.root}/`);
    return isInside ? path.relative(place.root, absolute) : null;
  };
  const write = (open: OpenFile | undefined, bytes: Buffer, at: number | null) => {
    if (open === undefined || open.file === null) return;
    const { file } = open;
    if (open.isAppending) steps.push({ kind: "append", file, bytes });
    else steps.push({ kind: "write", file, at: at ?? open.offset, bytes });
    if (at === null) open.offset += bytes.length;
  };

  for (const call of calls) {
    const { pid, name, args, result } = call;
    const table = tableOf(pid);
    const descriptor = Number(args[0]);
    const paths = absolutePaths(args, (folder) => table.get(folder)?.path ?? place.cwd);
    const [first = null, second = null] = paths.map(insideOf);
    if (call.phase === "begin") {
      // Another thread may get the number again before the line about the end is written.
      if (name === "close") table.delete(descriptor);
      const file = table.get(descriptor)?.file ?? null;
      if ((name !== "fsync" && name !== "fdatasync") || file === null) continue;
      syncs.set(pid, nextSync);
      steps.push({ kind: "sync-begin", file, sync: nextSync++ });
      continue;
    }
    if (result < 0) continue;
    switch (name) {
      case "open":
      case "openat":
      case "creat": {
        const inside = first;
        const flags = name === "creat" ? "O_CREAT|O_TRUNC" : (args[name === "open" ? 1 : 2] ?? "");
        const file = inside === null ? null : nextFile++;
        const isAppending = flags.includes("O_APPEND");
        table.set(result, { path: paths[0] ?? "", file, isAppending, offset: 0 });
        if (inside === null || file === null) break;
        steps.push({ kind: "open", path: inside, file, creates: flags.includes("O_CREAT") });
        if (flags.includes("O_TRUNC")) steps.push({ kind: "resize", file, size: 0 });
        break;
      }
      case "close":
        break;
      case "dup":
      case "dup2":
      case "dup3":
      case "fcntl": {
        const isCopy = name !== "fcntl" || (args[1] ?? "").startsWith("F_DUPFD");
        const known = table.get(descriptor);
        if (isCopy && known !== undefined) table.set(result, known);
        break;
      }
      case "write": {
        const bytes = requireText(args[1], result);
        if (descriptor === 1) steps.push({ kind: "output", text: bytes.toString() });
        write(table.get(descriptor), bytes, null);
        break;
      }
      case "pwrite64":
        write(table.get(descriptor), requireText(args[1], result), Number(args[3]));
        break;
      case "writev": {
        const pieces = [...(args[1] ?? "").matchAll(/iov_base="((?:\\x[0-9a-f]{2})*)"/g)];
        const bytes = Buffer.concat(pieces.map(([, text = ""]) => decode(text)));
        write(table.get(descriptor), bytes.subarray(0, result), null);
        break;
      }
      case "lseek": {
        const open = table.get(descriptor);
        if (open !== undefined) open.offset = result;
        break;
      }
      case "ftruncate":
      case "fallocate": {
        const file = table.get(descriptor)?.file ?? null;
        if (file !== null && name === "ftruncate")
          steps.push({ kind: "resize", file, size: Number(args[1]) });
        break;
      }
      case "fsync":
      case "fdatasync": {
        const sync = syncs.get(pid);
        const file = table.get(descriptor)?.file ?? null;
        if (file !== null && sync !== undefined) steps.push({ kind: "sync-end", file, sync });
        break;
      }
      case "mkdir":
      case "mkdirat": {
        if (first !== null) steps.push({ kind: "folder", path: first });
        break;
      }
      case "symlink":
      case "symlinkat": {
        const target = textOf(args[0] ?? "")?.toString() ?? "";
        if (second !== null) steps.push({ kind: "symlink", path: second, target });
        break;
      }
      case "rename":
      case "renameat":
      case "renameat2":
      case "link":
      case "linkat": {
        const kind = name.startsWith("link") ? "link" : "rename";
        if (first !== null && second !== null) steps.push({ kind, from: first, path: second });
        else if (first !== second) throw new Error(`${name} across the root`);
        break;
      }
      case "unlink":
      case "unlinkat":
      case "rmdir": {
        if (first !== null) steps.push({ kind: "remove", path: first });
        break;
      }
      case "clone":
      case "clone3":
      case "fork":
      case "vfork": {
        const shares = args.some((arg) => arg.includes("CLONE_FILES"));
        tables.set(result, shares ? table : new Map([...table].map(([fd, open]) => [fd, open])));
        break;
      }
      default: {
        const isTracked = args.some((arg) => (table.get(Number(arg))?.file ?? null) !== null);
        if (isTracked) throw new Error(`the recording does not know ${name}`);
      }
    }
  }
  return steps;
}

/** The paths among the arguments; one that is relative begins at the folder of the argument before it. */
function absolutePaths(
  args: readonly string[],
  folderOf: (descriptor: number) => string,
): string[] {
  return args.flatMap((arg, index) => {
    const text = textOf(arg);
    if (text === null) return [];
    return [path.resolve(folderOf(Number(args[index - 1])), text.toString())];
  });
}

/** A string of a call; null for another argument. */
function textOf(arg: string): Buffer | null {
  return arg.startsWith('"') ? decode(arg.slice(1, arg.lastIndexOf('"'))) : null;
}

function requireText(arg: string | undefined, length: number): Buffer {
  const bytes = textOf(arg ?? "");
  if (bytes === null || bytes.length < length) throw new Error("a write was not fully recorded");
  return bytes.subarray(0, length);
}

function decode(text: string): Buffer {
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}
