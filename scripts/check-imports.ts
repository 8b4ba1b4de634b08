/** Checks that every file of `src/` imports only what its room may, as ARCHITECTURE.md draws it. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { posix } from "node:path";
import { root } from "./run.ts";
import { COMPUTED, type Source, scanSource } from "./scan-source.ts";

/** One broken rule, with its place. */
export interface Violation {
  readonly rule: "name" | "room" | "layer" | "stranger" | "builtin" | "sql" | "path" | "unreached";
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

interface Room {
  readonly layer: number;
  /** Its folders are adapters: strangers to each other, known to their registry alone. */
  readonly adapters?: true;
  /** May use the parts of Node that reach outside the process. */
  readonly touches?: true;
}

const ADAPTERS = 3;
const RULES = 4;

/** Every room of the house. A new folder in `src/` is a line here, or the check fails. */
const rooms: Readonly<Record<string, Room>> = {
  base: { layer: 1 },
  model: { layer: 2 },
  formats: { layer: ADAPTERS, adapters: true },
  agents: { layer: ADAPTERS, adapters: true, touches: true },
  stores: { layer: ADAPTERS, adapters: true, touches: true },
  providers: { layer: ADAPTERS, adapters: true },
  "compile/strategies": { layer: ADAPTERS, adapters: true },
  ledger: { layer: RULES },
  bundles: { layer: RULES },
  transcripts: { layer: RULES },
  redact: { layer: RULES },
  state: { layer: RULES },
  memory: { layer: RULES },
  threads: { layer: RULES },
  compile: { layer: RULES },
  compaction: { layer: RULES },
  handoff: { layer: RULES },
  tasks: { layer: RULES },
  curator: { layer: RULES },
  disk: { layer: 5, touches: true }, // Packs and unpacks what the rules stream.
  testing: { layer: 5 },
  operations: { layer: 6, touches: true },
  ".": { layer: 7 }, // src/index.ts
  mcp: { layer: 8, touches: true },
  http: { layer: 8, touches: true },
  cli: { layer: 9, touches: true }, // Starts the other surfaces.
};

/** Narrower than the layers: who alone may import from a room, and what alone a room may import. */
const importers: Readonly<Record<string, readonly string[]>> = {
  disk: ["operations", ".", "cli", "mcp", "http"], // Rules see file sets, never the disk.
};
const imported: Readonly<Record<string, readonly string[]>> = {
  disk: ["base", "bundles"],
  testing: ["base", "model", "formats", "bundles"],
};

/** What a program or a reader of the library can start from. */
const entries = ["src/cli/main.ts", "src/index.ts", "src/formats/index.ts", "src/testing/index.ts"];

/** The parts of Node that only compute. */
const pureBuiltins = new Set(
  "assert assert/strict buffer crypto events path path/posix stream stream/promises string_decoder url util zlib".split(
    " ",
  ),
);

const vagueFolders = new Set(["utils", "util", "core", "common", "helpers", "shared", "misc"]);

// The beginnings of statements. Prose begins in upper case and goes on in lower ("Select a …").
const SQL =
  /^\s*(?:select\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s+as\s*\(|(?:create|alter|drop)\s+(?:unique\s+|virtual\s+|temp\s+)?(?:table|index|view|trigger)\s|pragma\s+\w|begin\s+(?:immediate|exclusive)|vacuum\b)/i;
const PROSE = /^\s*[A-Z][a-z]/;

/** Checks files given as path (`src/…`) and text. */
export function checkImports(files: ReadonlyMap<string, string>): readonly Violation[] {
  const sources = new Map([...files].map(([file, text]) => [file, scanSource(text)]));
  const violations: Violation[] = [];
  for (const [file, source] of sources) {
    violations.push(...checkName(file), ...checkSql(file, source));
    for (const { text, line } of source.imports) {
      const found = checkImport(file, text, sources);
      if (found !== null) violations.push({ ...found, file, line });
    }
  }
  return [...violations, ...checkCycles(sources), ...checkReached(sources)];
}

type Fault = Pick<Violation, "rule" | "message">;

function checkName(file: string): Violation[] {
  const vague = file.split("/").find((part) => vagueFolders.has(part) || part === "types.ts");
  if (vague !== undefined) {
    return [{ rule: "name", file, line: 1, message: `"${vague}" says nothing; name the idea` }];
  }
  if (rooms[roomOf(file)] !== undefined) return [];
  return [{ rule: "room", file, line: 1, message: `"${roomOf(file)}" is not a room yet` }];
}

function checkSql(file: string, { literals }: Source): Violation[] {
  if (posix.basename(file) === "tables.ts" || isTest(file)) return [];
  return literals
    .filter(({ text }) => SQL.test(text) && !PROSE.test(text))
    .map(({ line }) => ({ rule: "sql", file, line, message: "SQL belongs into tables.ts" }));
}

function checkImport(
  file: string,
  name: string,
  sources: ReadonlyMap<string, Source>,
): Fault | null {
  if (name === COMPUTED) return { rule: "path", message: "the name of an import is a literal" };
  if (name.startsWith("node:")) return checkBuiltin(file, name.slice("node:".length));
  if (!name.startsWith(".")) return null; // A package; knip knows which may be used.
  const target = posix.join(posix.dirname(file), name);
  if (isTest(file)) return null; // A test may use what it needs to set the scene.
  if (!sources.has(target)) return { rule: "path", message: `${name} is not a file of src/` };
  return checkLayers(file, target) ?? checkStrangers(file, target);
}

function checkBuiltin(file: string, name: string): Fault | null {
  if (pureBuiltins.has(name) || isTest(file) || rooms[roomOf(file)]?.touches) return null;
  return { rule: "builtin", message: `${roomOf(file)} does not touch the outside (node:${name})` };
}

function checkLayers(file: string, target: string): Fault | null {
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === to) return null;
  const [above, below] = [rooms[from]?.layer ?? 0, rooms[to]?.layer ?? 0];
  // Rules may build on each other as long as they form no circle, which checkCycles() sees.
  const isBelow = below < above || (below === RULES && above === RULES);
  const isAllowed =
    (importers[to]?.includes(from) ?? true) && (imported[from]?.includes(to) ?? true);
  if (isBelow && isAllowed) return null;
  return { rule: "layer", message: `${from} may not import from ${to} (${target})` };
}

/** An adapter sees its contract and the rooms below; others reach it through the registry alone. */
function checkStrangers(file: string, target: string): Fault | null {
  const from = adapterOf(file);
  const to = adapterOf(target);
  if (from === to) return null;
  if (to !== null && file !== `src/${roomOf(target)}/registry.ts`) {
    return { rule: "stranger", message: `only the registry imports from ${to} (${target})` };
  }
  if (from === null || posix.basename(target) !== "registry.ts") return null;
  return { rule: "stranger", message: `${from} may not import its registry` };
}

function checkCycles(sources: ReadonlyMap<string, Source>): Violation[] {
  const graph = new Map<string, Map<string, string>>();
  for (const [file, source] of sources) {
    if (isTest(file)) continue;
    const room = roomOf(file);
    const next = graph.get(room) ?? new Map<string, string>();
    for (const target of targetsOf(file, source)) next.set(roomOf(target), file);
    graph.set(room, next);
  }
  const violations: Violation[] = [];
  for (const [room, next] of graph) {
    for (const [other, file] of next) {
      if (room === other || !reach([other], (at) => graph.get(at)?.keys() ?? []).has(room))
        continue;
      if (rooms[room]?.layer !== RULES || rooms[other]?.layer !== RULES) continue;
      const message = `${room} and ${other} import each other`;
      violations.push({ rule: "layer", file, line: 1, message });
    }
  }
  return violations;
}

function checkReached(sources: ReadonlyMap<string, Source>): Violation[] {
  const reached = reach(entries, (file) => {
    const source = sources.get(file);
    return source === undefined ? [] : targetsOf(file, source);
  });
  return [...sources.keys()]
    .filter((file) => !isTest(file) && !reached.has(file))
    .map((file) => ({ rule: "unreached", file, line: 1, message: "no entry point leads here" }));
}

function reach(starts: Iterable<string>, next: (at: string) => Iterable<string>): Set<string> {
  const seen = new Set<string>(starts);
  for (const at of seen) for (const other of next(at)) seen.add(other);
  return seen;
}

function targetsOf(file: string, { imports }: Source): string[] {
  return imports
    .filter(({ text }) => text.startsWith("."))
    .map(({ text }) => posix.join(posix.dirname(file), text));
}

function roomOf(file: string): string {
  const folders = posix.dirname(file).split("/").slice(1);
  const nested = folders.slice(0, 2).join("/");
  return rooms[nested] === undefined ? (folders[0] ?? ".") : nested || ".";
}

function adapterOf(file: string): string | null {
  const room = roomOf(file);
  const rest = file.slice(`src/${room}/`.length).split("/");
  return rooms[room]?.adapters && rest.length > 1 ? `${room}/${rest[0]}` : null;
}

function isTest(file: string): boolean {
  return file.endsWith(".test.ts");
}

if (import.meta.main) {
  const paths = (await Array.fromAsync(glob("src/**/*.ts", { cwd: root }))).sort();
  const violations = checkImports(
    new Map(paths.map((path) => [path, readFileSync(`${root}/${path}`, "utf8")])),
  );
  for (const { file, line, rule, message } of violations) {
    console.log(`${file}:${line}  ${rule}: ${message}`);
  }
  console.log(`${paths.length} files of src/ read, ${violations.length} violations`);
  process.exitCode = violations.length === 0 && paths.length > 0 ? 0 : 1;
}
