/** Checks that every file of `src/` imports only what its folder may, as ARCHITECTURE.md draws it. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { posix } from "node:path";
import { durableWriters, writingNames } from "./durable-writes.ts";
import { findCircles, reachable } from "./find-circles.ts";
import { root } from "./run.ts";
import { COMPUTED, type Import, type Source, scanSource } from "./scan-source.ts";
import { adapterOf, folderOf, folders, imported, openLayers, typesOnly } from "./source-folders.ts";

/** One broken rule, with its place. */
export interface Violation {
  readonly rule:
    | "name"
    | "folder"
    | "size"
    | "layer"
    | "circle"
    | "stranger"
    | "builtin"
    | "network"
    | "program"
    | "durable"
    | "sql"
    | "path"
    | "unreached";
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What a program or a reader of the library can start from. */
const entries = [
  "src/cli/main.ts",
  "src/index.ts",
  "src/formats/index.ts",
  "src/testing/index.ts",
  // Built into dist/web, and loaded from there as "#pages".
  "src/web/static/render-page.tsx",
  "src/web/static/renderer.ts",
  "src/web/client/main.tsx",
  "src/app/main.tsx", // Built into dist/web/app, which a server offers.
];

/** The parts of Node that only compute. */
const pureBuiltins = new Set([
  "assert",
  "assert/strict",
  "buffer",
  "crypto",
  "events",
  "path",
  "path/posix",
  "stream",
  "stream/promises",
  "string_decoder",
  "url",
  "util",
  "zlib",
]);

/** What sends a request, or loads a module that no import names; and the files that alone may. */
const networkNames = new Map<string, readonly string[]>([
  ...["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "WebTransport", "sendBeacon"].map(
    // The second runs in a browser, whose policy lets it reach its own server only.
    (name) => [name, ["src/models/post-json.ts", "src/app/api.ts"]] as const,
  ),
  ["createRequire", []],
  ["getBuiltinModule", ["src/base/hash.ts"]],
]);
/** Modules that reach the network, and the files that alone may load them: servers, and who opens a database. */
const networkModules =
  /^(?:(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|inspector)|pg|undici|ws)$/;
const networkFiles: readonly RegExp[] = [
  /^src\/mcp\/http[\w-]*\.ts$/,
  /^src\/http\/[\w-]+\.ts$/,
  /^src\/stores\/postgresql\//,
  /^src\/carriers\/oci\/transport\.ts$/, // Registries, when the user names one.
  /^src\/programs\/container\//, // The way out of a container, to the model alone.
];

/** Modules that start a process, or code that no import names; only the door for programs may load them. */
const programModules = /^(?:node:)?(?:child_process|cluster|worker_threads)$/;
/** A list of terms, in which this one is no module. */
const term = { file: "src/redact/terms-in-values.ts", text: "cluster" };
/** Ways around an import that reach the same. */
const programNames = ["binding", "_linkedBinding", "dlopen", "execve", "mainModule"];
const PROGRAMS = "src/programs/";

/** More files than this, and a folder is two ideas. */
const MAX_FILES = 40;

/** More lines than this, tests aside, and rules are among the declarations. */
const MAX_LINES_OF_OPERATIONS = 16_000;

const vagueFolders = new Set(["utils", "util", "core", "common", "helpers", "shared", "misc"]);

// The beginnings of statements. Prose begins in upper case and goes on in lower ("Select a …").
const SQL =
  /^\s*(?:select\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s+as\s*\(|(?:create|alter|drop)\s+(?:unique\s+|virtual\s+|temp\s+)?(?:table|index|view|trigger)\s|pragma\s+\w|begin\s+(?:immediate|exclusive)|vacuum\b)/i;
const TABLES = /\/tables(?:\/[^/]+)?\.ts$/;
const PROSE = /^\s*[A-Z][a-z]/;

/** Checks files given as path (`src/…`) and text. */
export function checkImports(files: ReadonlyMap<string, string>): readonly Violation[] {
  const sources = new Map([...files].map(([file, text]) => [file, scanSource(text)]));
  const violations: Violation[] = [];
  for (const [file, source] of sources) {
    violations.push(...checkName(file), ...checkSql(file, source), ...checkNetwork(file, source));
    violations.push(...checkPrograms(file, source));
    violations.push(...checkWrites(file, source));
    for (const each of source.imports) {
      const found = checkImport(file, each, sources);
      if (found !== null) violations.push({ ...found, file, line: each.line });
    }
  }
  return [
    ...violations,
    ...checkSizes(files.keys()),
    ...checkOperations(files),
    ...checkFolderCircles(sources),
    ...checkInnerCircles(sources),
    ...checkFileCircles(sources),
    ...checkReached(sources),
  ];
}

type Fault = Pick<Violation, "rule" | "message">;

function checkName(file: string): Violation[] {
  const vague = file.split("/").find((part) => vagueFolders.has(part) || part === "types.ts");
  if (vague !== undefined) {
    return [{ rule: "name", file, line: 1, message: `"${vague}" is too vague a name` }];
  }
  if (folders[folderOf(file)] !== undefined) return [];
  return [
    {
      rule: "folder",
      file,
      line: 1,
      message: `scripts/source-folders.ts does not list "${folderOf(file)}"`,
    },
  ];
}

function checkSql(file: string, { literals }: Source): Violation[] {
  if (isTest(file) || TABLES.test(file)) return [];
  return literals
    .filter(({ text }) => SQL.test(text) && !PROSE.test(text))
    .map(({ line }) => ({
      rule: "sql",
      file,
      line,
      message: "SQL belongs in tables.ts or tables/",
    }));
}

function checkNetwork(file: string, { imports, names }: Source): Violation[] {
  if (isTest(file)) return [];
  const message =
    "only a few files reach the network; see networkFiles in scripts/check-imports.ts";
  const named = [...networkNames].flatMap(([name, allowed]) =>
    allowed.includes(file) ? [] : (names.get(name) ?? []),
  );
  const mayLoad = networkFiles.some((allowed) => allowed.test(file));
  const loaded = imports
    .filter(({ text }) => !mayLoad && networkModules.test(text))
    .map(({ line }) => line);
  return [...named, ...loaded].map((line) => ({ rule: "network", file, line, message }));
}

/** A module's name counts wherever it is written: `getBuiltinModule()` takes it as a text. */
function checkPrograms(file: string, { literals, names }: Source): Violation[] {
  if (isTest(file) || file.startsWith(PROGRAMS)) return [];
  const message = `only ${PROGRAMS} starts programs`;
  const isModule = (text: string) =>
    programModules.test(text) && !(file === term.file && text === term.text);
  const loaded = literals.filter(({ text }) => isModule(text)).map(({ line }) => line);
  const named = programNames.flatMap((name) => names.get(name) ?? []);
  return [...loaded, ...named].map((line) => ({ rule: "program", file, line, message }));
}

/** Files that write to a disk past `src/durable/`, which alone syncs what it writes. */
function checkWrites(file: string, { imports, names }: Source): Violation[] {
  const isOwn = folderOf(file) === "durable" || durableWriters[file] !== undefined;
  const usesDisk = imports.some(({ text }) => /^node:fs(?:\/promises)?$/.test(text));
  if (isTest(file) || isOwn || !usesDisk) return [];
  const message =
    "a loss of power could lose what is written here; use src/durable/ or writeAtomically(), or see scripts/durable-writes.ts";
  const found = writingNames.flatMap((name) => names.get(name) ?? []);
  return found.map((line) => ({ rule: "durable", file, line, message }));
}

function checkImport(
  file: string,
  { text: name, loads }: Import,
  sources: ReadonlyMap<string, Source>,
): Fault | null {
  if (name === typesOnly.name) return checkTypesOnly(file, loads);
  if (name === COMPUTED) return { rule: "path", message: "the name of an import is a literal" };
  if (name.startsWith("node:")) return checkBuiltin(file, name.slice("node:".length));
  if (!name.startsWith(".")) return null; // A package; knip knows which may be used.
  const target = posix.join(posix.dirname(file), name);
  if (isTest(file)) return null; // A test may use what it needs to set the scene.
  if (!sources.has(target)) return { rule: "path", message: `${name} is not a file of src/` };
  return (
    checkLayers(file, target) ?? checkStrangers(file, target) ?? checkListed(file, target, sources)
  );
}

/** A name that leads to types and to nothing that could be loaded. */
function checkTypesOnly(file: string, loads: Import["loads"]): Fault | null {
  const { name, folder } = typesOnly;
  if (folderOf(file) === folder && loads === "type") return null;
  return { rule: "layer", message: `only ${folder} imports from ${name}, and only types` };
}

function checkBuiltin(file: string, name: string): Fault | null {
  if (pureBuiltins.has(name) || isTest(file) || folders[folderOf(file)]?.touches) return null;
  return {
    rule: "builtin",
    message: `${folderOf(file)} does not touch the outside (node:${name})`,
  };
}

/** Folders low in the list that act outside the process all the same. */
const outward = ["programs", "durable"];

function checkLayers(file: string, target: string): Fault | null {
  const from = folderOf(file);
  const to = folderOf(target);
  if (from === to) return null;
  const above = folders[from]?.layer ?? 0;
  const below = folders[to]?.layer ?? 0;
  // Folders of an open layer may build on each other as long as they form no circle, which checkFolderCircles() sees.
  const isBelow = below < above || (below === above && openLayers.includes(above));
  const isAllowed = imported[from]?.includes(to) ?? true;
  // No rule starts a program or writes a file.
  const isPure = !outward.includes(to) || folders[from]?.touches === true;
  if (isBelow && isAllowed && isPure) return null;
  return { rule: "layer", message: `${from} may not import from ${to} (${target})` };
}

/** An adapter sees its contract and the folders below; others reach it through the registry alone. */
function checkStrangers(file: string, target: string): Fault | null {
  const from = adapterOf(file);
  const to = adapterOf(target);
  if (from === to) return null;
  if (to !== null && file !== `src/${folderOf(target)}/registry.ts`) {
    return { rule: "stranger", message: `only the registry imports from ${to} (${target})` };
  }
  if (from === null || posix.basename(target) !== "registry.ts") return null;
  return { rule: "stranger", message: `${from} may not import its registry` };
}

/** A registry lists what is in the folders beside it; nothing there imports it back, not even its types. */
function checkListed(
  file: string,
  target: string,
  sources: ReadonlyMap<string, Source>,
): Fault | null {
  if (posix.basename(target) !== "registry.ts") return null;
  const [folder, inner] = divide(file, target);
  if (inner === null || folder !== posix.dirname(target)) return null;
  const listed = targetsOf(target, sources.get(target) ?? { imports: [] });
  if (!listed.some((each) => each.startsWith(`${folder}/${inner}/`))) return null;
  return {
    rule: "layer",
    message: `${target} lists ${folder}/${inner}, which may not import it; let the registry pass in what is needed`,
  };
}

/** Folders of an open layer that import each other, by whatever kind of import. */
function checkFolderCircles(sources: ReadonlyMap<string, Source>): Violation[] {
  const graph = new Map<string, string[]>();
  const firstImport = new Map<string, string>();
  for (const [file, source] of sources) {
    const folder = folderOf(file);
    const layer = folders[folder]?.layer ?? 0;
    if (isTest(file) || !openLayers.includes(layer)) continue;
    const others = targetsOf(file, source)
      .map(folderOf)
      .filter((other) => other !== folder && folders[other]?.layer === layer);
    graph.set(folder, [...(graph.get(folder) ?? []), ...others]);
    for (const other of others) firstImport.set(`${folder} ${other}`, file);
  }
  return findCircles(graph).map((circle) => ({
    rule: "layer",
    file: firstImport.get(`${circle[0]} ${circle[1]}`) ?? "src",
    line: 1,
    message: `these folders import each other: ${drawCircle(circle)}`,
  }));
}

/** Folders beside each other in a module that import each other, by whatever kind of import. */
function checkInnerCircles(sources: ReadonlyMap<string, Source>): Violation[] {
  const graphs = new Map<string, Map<string, string[]>>();
  for (const [file, source] of sources) {
    if (isTest(file)) continue;
    for (const target of targetsOf(file, source)) {
      const [parent, from, to] = divide(file, target);
      if (parent === "src" || from === null || to === null) continue;
      const graph = graphs.get(parent) ?? new Map<string, string[]>();
      graphs.set(parent, graph.set(from, [...(graph.get(from) ?? []), to]));
    }
  }
  return [...graphs].flatMap(([parent, graph]) =>
    findCircles(graph).map((circle) => ({
      rule: "circle",
      file: parent,
      line: 1,
      message: `these folders import each other: ${drawCircle(circle)}`,
    })),
  );
}

/** The folder that contains both files, and the folders in it that lead to each; null for a file in it. */
function divide(file: string, target: string): [string, string | null, string | null] {
  const one = file.split("/");
  const other = target.split("/");
  let depth = 0;
  while (one[depth] === other[depth] && depth < one.length - 1) depth++;
  const folderAt = (parts: readonly string[]) =>
    parts.length - 1 > depth ? (parts[depth] ?? null) : null;
  return [one.slice(0, depth).join("/"), folderAt(one), folderAt(other)];
}

/**
 * Files that need each other's values. Types vanish when the program runs, and a registry knows its
 * adapters only when one is asked for, so neither closes a circle; any other late import does.
 */
function checkFileCircles(sources: ReadonlyMap<string, Source>): Violation[] {
  const graph = new Map<string, string[]>();
  for (const [file, source] of sources) {
    if (isTest(file)) continue;
    const isRegistry = posix.basename(file) === "registry.ts";
    const imports = source.imports.filter(
      ({ loads }) => loads === "value" || (loads === "lazy" && !isRegistry),
    );
    graph.set(file, targetsOf(file, { imports }));
  }
  return findCircles(graph).map((circle) => ({
    rule: "circle",
    file: circle[0] ?? "src",
    line: 1,
    message: `these files import each other: ${drawCircle(circle)}`,
  }));
}

function drawCircle(circle: readonly string[]): string {
  return [...circle, circle[0]].join(" → ");
}

function checkSizes(files: Iterable<string>): Violation[] {
  const sizes = new Map<string, number>();
  for (const file of files) {
    const folder = posix.dirname(file);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([, size]) => size > MAX_FILES)
    .map(([folder, size]) => ({
      rule: "size",
      file: folder,
      line: 1,
      message: `has ${size} files; split it (at most ${MAX_FILES})`,
    }));
}

/** Operations are declarations and the few lines that connect them; what decides is in the modules below. */
function checkOperations(files: ReadonlyMap<string, string>): Violation[] {
  const texts = [...files].filter(([file]) => folderOf(file) === "operations" && !isTest(file));
  const lines = texts.reduce((sum, [, text]) => sum + text.split("\n").length - 1, 0);
  if (lines <= MAX_LINES_OF_OPERATIONS) return [];
  const message =
    `has ${lines} lines, at most ${MAX_LINES_OF_OPERATIONS}; move rules, and the schemas of the results ` +
    "that they compute, to the module that they belong to, or to its folder that may touch the disk";
  return [{ rule: "size", file: "src/operations", line: 1, message }];
}

function checkReached(sources: ReadonlyMap<string, Source>): Violation[] {
  const graph = new Map([...sources].map(([file, source]) => [file, targetsOf(file, source)]));
  const reached = reachable(graph, entries);
  return [...sources.keys()]
    .filter((file) => !isTest(file) && !reached.has(file))
    .map((file) => ({ rule: "unreached", file, line: 1, message: "no entry point leads here" }));
}

function targetsOf(file: string, { imports }: Pick<Source, "imports">): string[] {
  return imports
    .filter(({ text }) => text.startsWith("."))
    .map(({ text }) => posix.join(posix.dirname(file), text));
}

function isTest(file: string): boolean {
  return file.endsWith(".test.ts");
}

if (import.meta.main) {
  const paths = (await Array.fromAsync(glob("src/**/*.{ts,tsx}", { cwd: root }))).sort();
  const violations = checkImports(
    new Map(paths.map((path) => [path, readFileSync(`${root}/${path}`, "utf8")])),
  );
  for (const { file, line, rule, message } of violations) {
    console.log(`${file}:${line}  ${rule}: ${message}`);
  }
  console.log(`${paths.length} files of src/ read, ${violations.length} violations`);
  process.exitCode = violations.length === 0 && paths.length > 0 ? 0 : 1;
}
