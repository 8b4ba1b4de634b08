/**
 * Imports the notes that agents keep in Markdown pages: `MEMORY.md` and `USER.md` in general, for
 * Claude Code also a folder `memory`, for Codex a folder `memories`. Each statement passes the gate,
 * compared with those before it, so that repeated notes are imported once.
 */

import * as z from "zod";
import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";
import { readText } from "../../base/read-document.ts";
import { excerpt } from "../../base/text/text.ts";
import { routeSlot } from "../../model/slot-routing.ts";
import type { GateConfig } from "../../state/gate/config.ts";
import { type GateEntry, qualify } from "../../state/gate/gate.ts";
import { unitFactsSchema } from "../event-bodies.ts";
import { durability, memoryType } from "./classify-note.ts";
import type { LayerUnit } from "./layer-unit.ts";
import { type NoteStatement, noteStatements } from "./note-statements.ts";

/** Agents whose notes can be read. */
export const noteSources = ["hermes", "claude-code", "codex"] as const;

/** How pages of notes are read. */
export interface NotesOptions {
  /** The agent that wrote them; null for pages with the usual names of notes. */
  readonly source: (typeof noteSources)[number] | null;
  /** The name of the folder itself: it may be the one that an agent keeps its notes in. */
  readonly folder: string;
  readonly namespace: string;
  readonly user_id: string | null;
  readonly gate: GateConfig;
  readonly findings: Findings;
  /** Replaces secrets in a text. */
  redact(text: string, where: string): string;
}

/** A statement that was left out. */
export const skippedStatementSchema = () =>
  z.object({
    where: z.string(),
    reason_code: z.string(),
    begins: z.string(),
  });

/** A statement that was left out. */
export type SkippedStatement = z.infer<ReturnType<typeof skippedStatementSchema>>;

/** The result of reading notes. */
export interface ReadNotes {
  readonly files: number;
  readonly candidates: number;
  readonly units: readonly LayerUnit[];
  readonly left_out: readonly SkippedStatement[];
  /** Number of stored statements that contradict another; the gate of the state decides which one applies. */
  readonly conflicts: number;
}

const MAX_PAGE = 8 * 1024 * 1024;
/** Every statement is compared with all before it, so their number is limited. */
const MAX_STATEMENTS = 10_000;
const IGNORED_FOLDERS =
  /(?:^|\/)(?:\.git|\.hg|\.svn|node_modules|target|dist|build|\.cache|__pycache__|\.venv|venv)\//;
const SLOTS = ["decision", "constraint", "fact", "task-state"];

/** Whether a file is a page of notes by its name. */
export function isNotePage(path: string): boolean {
  return /(?:^|\/)(?:MEMORY|USER)\.md$/.test(path);
}

/** Reads pages of notes: every durable statement that is not redundant becomes a unit. */
export async function readNotes(files: FileSet, options: NotesOptions): Promise<ReadNotes> {
  const pages = await pagesIn(files, options);
  const units: LayerUnit[] = [];
  const entries: GateEntry[] = [];
  const left_out: SkippedStatement[] = [];
  let candidates = 0;
  let conflicts = 0;
  for (const { path, fact } of await statementsIn(files, pages, options)) {
    candidates++;
    const where = `${path}:${fact.line}`;
    const content = options.redact(fact.content, where);
    const entry = { namespace: options.namespace, id: where, content, version: 1 };
    const asked = { ...entry, id: null, relevance: durability(content) };
    const { decision, reason } = qualify(asked, entries, options.gate);
    if (decision === "reject") {
      left_out.push({ where, reason_code: reason, begins: excerpt(content) });
      continue;
    }
    if (decision === "conflict") conflicts++;
    entries.push(entry);
    const section = fact.section && options.redact(fact.section, where);
    units.push(toUnit(path, { ...fact, section, content }, options));
  }
  return { files: pages.length, candidates, units, left_out, conflicts };
}

async function pagesIn(files: FileSet, options: NotesOptions): Promise<readonly string[]> {
  const pages: string[] = [];
  let count = 0;
  let only = "";
  for await (const { path, kind } of files.entries()) {
    if (kind !== "file" || !path.endsWith(".md") || IGNORED_FOLDERS.test(path)) continue;
    count++;
    only = path;
    if (isPageOf(path, options)) pages.push(path);
  }
  // A single file given together with an agent's name is meant to be read, whatever its name.
  return pages.length === 0 && count === 1 && options.source !== null ? [only] : pages;
}

function isPageOf(path: string, { source, folder }: NotesOptions): boolean {
  const folders = [folder, ...path.split("/").slice(0, -1)];
  if (source === "codex") return folders.includes("memories");
  if (source === "claude-code") return path.endsWith("MEMORY.md") || folders.at(-1) === "memory";
  return isNotePage(path);
}

async function statementsIn(
  files: FileSet,
  pages: readonly string[],
  { findings }: NotesOptions,
): Promise<readonly { readonly path: string; readonly fact: NoteStatement }[]> {
  const statements: { path: string; fact: NoteStatement }[] = [];
  for (const path of pages) {
    const options = { findings, maxBytes: MAX_PAGE, allowBom: true };
    const document = await readText(files, path, options);
    for (const fact of noteStatements(document?.text ?? "")) {
      if (statements.length === MAX_STATEMENTS) {
        findings.error(
          "E_LIMIT",
          { file: path },
          `The notes have more than ${MAX_STATEMENTS} statements`,
        );
        return statements;
      }
      statements.push({ path, fact });
    }
  }
  return statements;
}

function toUnit(
  path: string,
  { section, content }: NoteStatement,
  { source: agent, namespace, user_id }: NotesOptions,
): LayerUnit {
  const source = agent ?? "notes";
  const type = memoryType(content);
  // JSON keeps the parts apart, so that no two statements share a name by chance.
  const digest = sha256(canonicalJson([path, section, content])).slice(0, 16);
  const node_id = `harness:${source}:${digest}`;
  const facts = unitFactsSchema.parse({
    namespace,
    user_id,
    node_id,
    type,
    source: (section === null ? path : `${path}#${section}`).slice(0, 2_048),
    tags: [
      "harness-import",
      "ocf",
      `source:${source}`,
      `memory-type:${type}`,
      `ocf-slot:${routeSlot(content, SLOTS)}`,
    ],
  });
  return { id: node_id, unit: { ...facts, content }, state: "active" };
}
