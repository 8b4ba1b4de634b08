import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.ts";
import { folders as folderTable } from "../source-folders.ts";

/** What each module of `src/` is for, from the ground up; the map shows those that exist. */
const modules: Readonly<Record<string, string>> = {
  base: "no domain words: findings, codes, JSON kept verbatim, JSONL, YAML, hashes, safe paths, file sets, tokens",
  model: "the nouns: state, entry, trail, context item, conversation, loss",
  programs:
    "the one door for programs: what they get, how long they run, how they end; git/ reads repositories",
  durable: "writing files so that a loss of power loses nothing that was reported as written",
  formats:
    "one folder per bundle format: detect, read, check, write, summarise, render; strangers to each other",
  agents:
    "one folder per coding agent: finding, reading and writing its sessions; records/ for all",
  acp: "asking an agent's own server to show a session, over the Agent Client Protocol",
  stores: "one folder per database: where events and artifacts are kept",
  providers: "one folder per model API: rendering a compiled context as its request",
  ledger: "the append-only, hash-chained log, and rebuilding what follows from it",
  bundles:
    "the rules for any bundle: detect, read, sums, signature, archive, seal, convert, diff; no disk",
  transcripts: "an agent's session in the neutral model",
  redact: "finding and replacing secrets",
  state: "what is admitted, superseded, evicted, and why",
  memory: "the memory layer: keeping and ranking units",
  threads: "conversations and their runs",
  compaction: "summaries that stand for the past of a conversation, and where to cut it",
  compile: "choosing what a model is given within a budget",
  handoff: "moving work from one agent to another",
  tasks: "task bundles: capture, replay, comparison, report",
  curator: "keeping the files of a responsibility fresh",
  retention: "redacting the texts of imported sessions that no longer grow",
  disk: "folders as file sets, packing, unpacking, and placing a result by rename",
  testing: "the conformance suite and hostile archives as data, for other programs too",
  web: "components of pages, and rendering a page; runs in a browser, knows no disk",
  pages: "building the data of pages; conversation/ reads long conversations in parts",
  carriers:
    "carrying bundles to other machines and back: one folder per way, strangers to each other",
  backup:
    "copies of sessions as they are on disk: packs of parts, a chain of runs, reading them back",
  runtime: "what every operation runs with: its caller, the configuration, the opened workspace",
  models: "asking the models that the user named",
  sessions: "finding, picking, indexing and searching the sessions of agents",
  share: "pushing bundles, sessions and states to others, and pulling what was pushed",
  keep: "keeping all sessions in the backup, checking, restoring and removing them",
  hosts:
    "registering this program with agents, checking that they would start it, and what their hooks do",
  verify: "checking whatever a path leads to: a bundle, a session, a responsibility, a workspace",
  tour: "what the tour shows, in which order, and the bundles that it shows it with",
  operations:
    "one folder per capability, one file per command: input, output, effect, where it is offered",
  library: "the operations as typed methods, for other programs",
  cli: "the command line: arguments in, text out; decides nothing",
  mcp: "the operations as tools for models",
  http: "the operations as an HTTP API",
  app: "the web app: a screen for each question, in a browser, over the HTTP API",
};

/** The map of `src/` for ARCHITECTURE.md, from the surface down. */
export function mapOfModules(): string {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true });
  const names = folders.filter((each) => each.isDirectory()).map(({ name }) => name);
  const missing = names.filter((name) => modules[name] === undefined);
  if (missing.length > 0) {
    throw new Error(
      `Cannot draw the map of src/: scripts/docs/modules.ts lacks ${missing.join(", ")}`,
    );
  }
  const width = Math.max(...names.map((name) => name.length)) + 1;
  const layerOf = (name: string) => folderTable[name]?.layer ?? 0;
  const layers = Map.groupBy(
    Object.keys(modules).filter((name) => names.includes(name)),
    layerOf,
  );
  const groups = [...layers]
    .sort(([left], [right]) => right - left)
    .map(([layer, members]) => [
      ...members.map((name) => `${`${name}/`.padEnd(width)}  ${modules[name]}`),
      ...partsIn(layer),
    ]);
  const text = groups.map((lines) => lines.join("\n")).join("\n\n");
  return `\`\`\`text\n${text}\n\`\`\``;
}

/** The line of a layer for its folders that lie inside modules of other layers. */
function partsIn(layer: number): readonly string[] {
  const parts = Object.keys(folderTable).filter(
    (name) => name.includes("/") && folderTable[name]?.layer === layer,
  );
  return parts.length === 0 ? [] : [`and ${parts.join(", ")}`];
}
