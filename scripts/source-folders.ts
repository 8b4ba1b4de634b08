/** The folders of `src/` and their layers, as ARCHITECTURE.md draws them. */
import { posix } from "node:path";

/** What a folder of `src/` is and may do. */
export interface Folder {
  readonly layer: number;
  /** Its folders are adapters: strangers to each other, known to their registry alone. */
  readonly adapters?: true;
  /** Folders among them that are no adapter: what all of them use. */
  readonly common?: readonly string[];
  /** May use the parts of Node that reach outside the process. */
  readonly touches?: true;
}

const ADAPTERS = 3;
/** The layer whose folders may build on each other, as long as they form no circle. */
const RULES = 4;
/** The rules at work on this machine; its folders may build on each other in the same way. */
const WORK = 8;

/** The layers whose folders may import each other. */
export const openLayers: readonly number[] = [RULES, WORK];

/** Every folder of `src/`. A new one is a line here, or the check fails. */
export const folders: Readonly<Record<string, Folder>> = {
  base: { layer: 1 },
  model: { layer: 2 },
  programs: { layer: 2, touches: true }, // The one door through which programs are started.
  durable: { layer: 2, touches: true }, // Below the stores, which write files as well.
  formats: { layer: ADAPTERS, adapters: true },
  agents: { layer: ADAPTERS, adapters: true, common: ["records"], touches: true },
  stores: { layer: ADAPTERS, adapters: true, touches: true },
  providers: { layer: ADAPTERS, adapters: true },
  "compile/strategies": { layer: ADAPTERS, adapters: true },
  acp: { layer: ADAPTERS, touches: true }, // A client of agents' own servers.
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
  retention: { layer: RULES },
  // Pages in a browser: components over plain data. Operations build that data and name its types.
  web: { layer: 5 },
  disk: { layer: 5, touches: true }, // Packs and unpacks what the rules stream.
  testing: { layer: 5 },
  carriers: { layer: 6, adapters: true, touches: true }, // Bundles on their way to other machines.
  backup: { layer: 6, touches: true }, // Copies of sessions; finding and restoring them is work for keep.
  "pages/conversation": { layer: 6, touches: true },
  runtime: { layer: 7, touches: true },
  models: { layer: WORK, touches: true },
  sessions: { layer: WORK, touches: true },
  keep: { layer: WORK, touches: true },
  share: { layer: WORK, touches: true },
  hosts: { layer: WORK, touches: true },
  pages: { layer: WORK, touches: true },
  tour: { layer: WORK, touches: true }, // Its commands are run by the operation.
  verify: { layer: WORK, touches: true }, // Knows every kind of thing that can be checked.
  "bundles/disk": { layer: WORK, touches: true },
  "curator/disk": { layer: WORK, touches: true },
  "ledger/disk": { layer: WORK, touches: true },
  "memory/disk": { layer: WORK, touches: true },
  "threads/disk": { layer: WORK, touches: true },
  "handoff/disk": { layer: WORK, touches: true },
  "state/disk": { layer: WORK, touches: true },
  "tasks/disk": { layer: WORK, touches: true },
  operations: { layer: 9, touches: true },
  library: { layer: 10 }, // Operations as methods.
  ".": { layer: 11 }, // src/index.ts
  http: { layer: 11, touches: true },
  mcp: { layer: 12, touches: true }, // Its HTTP transport has the guards of the API.
  cli: { layer: 13, touches: true }, // Starts the other surfaces.
  app: { layer: 14 }, // Runs in a browser, over the HTTP API.
};

/** Narrower than the layers: what alone a folder may import. */
export const imported: Readonly<Record<string, readonly string[]>> = {
  programs: ["base"],
  disk: ["base", "bundles", "durable", "programs"],
  testing: ["base", "model", "formats", "bundles"],
  web: ["base", "model"], // It runs in a browser: no rule and no adapter comes along.
  app: ["base", "model", "web"],
};

/** What the app knows of operations: the types of `src/operations/registry.ts`, under a name of the compiler alone. */
export const typesOnly = { name: "#operations", folder: "app" } as const;

/** The folder of the table that a file (`src/…`) belongs to. */
export function folderOf(file: string): string {
  const names = posix.dirname(file).split("/").slice(1);
  const nested = names.slice(0, 2).join("/");
  return folders[nested] === undefined ? (names[0] ?? ".") : nested || ".";
}

/** The adapter that a file belongs to, or null where its folder has none. */
export function adapterOf(file: string): string | null {
  const folder = folderOf(file);
  const rest = file.slice(`src/${folder}/`.length).split("/");
  const { adapters, common = [] } = folders[folder] ?? {};
  const [name = ""] = rest;
  return adapters && rest.length > 1 && !common.includes(name) ? `${folder}/${name}` : null;
}
