import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { copyDatabase } from "./copy-database.ts";
import { type NamedServer, stemOf } from "./find-server.ts";

/** A part of a home folder that is copied to the same place in another home folder. */
interface CopiedPart {
  readonly from: string;
  /** Path relative to the other home folder. */
  readonly to: string;
}

/** A home in which a server finds what it has in the user's own. */
export interface CopiedFiles {
  /** Files of the user's own home that were changed since they were copied. */
  changed(): readonly string[];
}

/** A store that is larger is not copied. */
const MAX_BYTES = 8 * 1024 ** 3;
const MAX_FILES = 300_000;
const MAX_DEPTH = 64;

/** Where programs keep what is theirs, and the variable by which a user moves that. */
const PLACES = [
  { at: "", variable: null },
  { at: ".config", variable: "XDG_CONFIG_HOME" },
  { at: path.join(".local", "share"), variable: "XDG_DATA_HOME" },
  { at: path.join(".local", "state"), variable: "XDG_STATE_HOME" },
] as const;

/**
 * Copies what a server has in the user's home to another one: the folders that the configuration names, else those
 * that are called as its program is. Links that lead out of them are left out, because the program would write there.
 */
export async function copyAgentFiles(
  server: NamedServer,
  environment: AgentEnvironment,
  home: string,
): Promise<CopiedFiles> {
  const parts = server.folders?.map((folder) => namedPart(folder, environment)) ?? [
    ...partsNamed(stemOf(server.program), environment),
  ];
  if (parts.length === 0) {
    const names = "no folder of the home is called as its program is";
    throw new HoldallError("E_NOT_FOUND", `Cannot copy the sessions of ${server.name}: ${names}`, {
      cure: `name them with "folders" under "acp_servers" in your config.yaml, or add --acp-live`,
    });
  }
  const copy = createCopy(server.name);
  for (const { from, to } of parts) await copy.add(from, path.join(home, to));
  return { changed: copy.changed };
}

function namedPart(folder: string, { home }: AgentEnvironment): CopiedPart {
  const from = path.resolve(home, folder);
  const to = path.relative(home, from);
  if (to === "" || to.startsWith("..") || path.isAbsolute(to)) {
    const state = "it is no folder below your home";
    throw new HoldallError("E_USAGE", `Cannot copy "${folder}": ${state}`, {
      cure: 'correct "folders" under "acp_servers" in your config.yaml',
    });
  }
  return { from, to };
}

function* partsNamed(stem: string, { home, env }: AgentEnvironment): Generator<CopiedPart> {
  for (const { at, variable } of PLACES) {
    const moved = variable === null ? undefined : env[variable];
    const folder = moved !== undefined && path.isAbsolute(moved) ? moved : path.join(home, at);
    for (const name of namesIn(folder)) {
      const plain = at === "" ? name.replace(/^\./, "") : name;
      if (at === "" && plain === name) continue; // A folder of the user.
      if (plain === stem || (/^[-_.]/.test(plain.slice(stem.length)) && plain.startsWith(stem))) {
        yield { from: path.join(folder, name), to: path.join(at, name) };
      }
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder).toSorted();
  } catch {
    return []; // Not every home has all of these folders.
  }
}

interface Copy {
  add(from: string, to: string): Promise<void>;
  changed(): readonly string[];
}

function createCopy(name: string): Copy {
  const stamps = new Map<string, string>();
  let bytes = 0;
  async function copyFile(from: string, to: string, stats: fs.Stats): Promise<void> {
    bytes += stats.size;
    if (bytes > MAX_BYTES || stamps.size >= MAX_FILES) throw tooLarge(name);
    stamps.set(from, stampOf(stats));
    if (isDatabase(from)) await copyDatabase(from, to);
    else fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE);
  }
  async function add(from: string, to: string, depth = 0): Promise<void> {
    const stats = fs.statSync(from, { throwIfNoEntry: false });
    if (stats?.isFile()) {
      fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
      await copyFile(from, to, stats);
    }
    if (!stats?.isDirectory() || depth > MAX_DEPTH) return;
    fs.mkdirSync(to, { recursive: true, mode: 0o700 });
    const entries = fs.readdirSync(from, { withFileTypes: true });
    const names = new Set(entries.map((entry) => entry.name));
    for (const entry of entries) {
      const isLog =
        names.has(entry.name.replace(/-(?:wal|shm)$/, "")) && /-(?:wal|shm)$/.test(entry.name);
      // The log of a database is copied with it; links and devices lead out of the folder.
      if (isLog || !(entry.isFile() || entry.isDirectory())) continue;
      await add(path.join(from, entry.name), path.join(to, entry.name), depth + 1);
    }
  }
  const changed = () =>
    [...stamps].flatMap(([file, stamp]) => {
      const now = fs.statSync(file, { throwIfNoEntry: false });
      return now !== undefined && stampOf(now) === stamp ? [] : [file];
    });
  return { add, changed };
}

function stampOf({ size, mtimeMs, ino }: fs.Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}

function tooLarge(name: string): HoldallError {
  const state = `its folders have more than ${formatBytes(MAX_BYTES)} or ${MAX_FILES} files`;
  return new HoldallError("E_LIMIT", `Cannot copy the sessions of ${name}: ${state}`, {
    cure: `name fewer with "folders" under "acp_servers" in your config.yaml, or add --acp-live`,
  });
}

const DATABASE = "SQLite format 3\0";

function isDatabase(file: string): boolean {
  const head = Buffer.alloc(DATABASE.length);
  const opened = fs.openSync(file, "r");
  try {
    fs.readSync(opened, head, 0, head.length, 0);
  } finally {
    fs.closeSync(opened);
  }
  return head.toString("latin1") === DATABASE;
}
