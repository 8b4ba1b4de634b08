/**
 * Looks for secrets in everything that goes into a task bundle. One redactor for all of it: the same
 * secret becomes the same placeholder in a file and in the patch of that file.
 */

import { HoldallError } from "../../../base/errors.ts";
import { type FileEntry, type FileTree, piecesOf } from "../../../base/file-set.ts";
import { createFindings, type Findings } from "../../../base/findings.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import { readLines } from "../../../base/jsonl.ts";
import { decodeUtf8 } from "../../../base/text/text.ts";
import type { EventRecord } from "../../../model/task-bundle-records.ts";
import { explainSecrets } from "../../../redact/explain.ts";
import type { Redaction, Redactor } from "../../../redact/redactor.ts";
import { userConfigFor } from "../../../runtime/config.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { redactorFor } from "../../../runtime/redactor-for.ts";
import type { CapturedItem } from "../../pack/write-task.ts";

/** What becomes of secrets: replaced, only reported, a reason to stop, or not looked for. */
export type SecretsMode = "replace" | "warn" | "fail" | "off";

/** Cleans the parts of a bundle as its mode says, and reports what it found. */
export interface PartsCleaner {
  text(text: string, file: string): string;
  bytes(bytes: Uint8Array, file: string): Uint8Array;
  /** A file of lines that is too large for memory. */
  lines(entry: FileEntry, file: string): FileEntry;
  value<Value extends JsonObject | readonly EventRecord[]>(value: Value, file: string): Value;
  /** The items of a folder of the bundle. */
  items<Item extends CapturedItem>(
    items: AsyncIterable<Item> | Iterable<Item>,
    folder: string,
  ): AsyncGenerator<Item>;
  /** Remembers the secrets of a value, which are then found everywhere. */
  learn(value: unknown): void;
  /** Replaces secrets; null when none are to be replaced. */
  readonly redactor: Redactor | null;
  readonly findings: Findings;
  redactions(): readonly Redaction[];
  /** Throws when secrets were found and must not be there. */
  requireClean(): void;
}

/** Environment files contain what must stay on a machine, whatever it looks like. */
const ENVIRONMENT_FILE = /(?:^|\/)\.env(?:\.(?!example$|sample$|template$)[^/]+)?$/;
const LINES = { maxLineBytes: 64 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/** Creates the cleaner of one bundle. */
export function createPartsCleaner(context: OperationContext, mode: SecretsMode): PartsCleaner {
  const findings = createFindings("lenient");
  const redactor: Redactor = redactorFor(context);
  const allowance = userConfigFor(context).redaction.allow;
  const text = (original: string, file: string, firstLine = 1): string => {
    if (mode === "off") return original;
    const clean = redactor.text(original, file);
    if (clean === original) return original;
    for (const { rule, line } of explainSecrets(original, allowance)) {
      const what = mode === "replace" ? "was replaced by a placeholder" : "is in the bundle";
      findings.warn("W_SECRET", { file, line: line + firstLine - 1 }, `A secret (${rule}) ${what}`);
    }
    return mode === "replace" ? clean : original;
  };
  const bytes = (original: Uint8Array, file: string): Uint8Array => {
    if (mode === "off" || original.includes(0)) return original;
    const decoded = decodeUtf8(original);
    const clean = decoded === null ? null : text(decoded, file);
    return clean === null || clean === decoded ? original : Buffer.from(clean);
  };
  async function* cleanLines(entry: FileEntry, file: string): AsyncGenerator<Uint8Array> {
    for await (const lines of readLines(piecesOf(entry), LINES)) {
      const [first] = lines;
      const joined = lines.map((line) => (line.ended ? `${line.text}\n` : line.text)).join("");
      yield Buffer.from(text(joined, file, first?.number ?? 1));
    }
  }
  async function* items<Item extends CapturedItem>(
    captured: AsyncIterable<Item> | Iterable<Item>,
    folder: string,
  ): AsyncGenerator<Item> {
    for await (const item of captured) {
      if (mode !== "off" && ENVIRONMENT_FILE.test(item.path)) {
        const message = "An environment file; check whether it may leave this machine";
        findings.warn("W_SECRET", { file: `${folder}/${item.path}`, line: 1 }, message);
      }
      if (item.kind !== "file" || !(item.content instanceof Uint8Array)) yield item;
      else yield { ...item, content: bytes(item.content, `${folder}/${item.path}`) };
    }
  }
  return {
    text,
    bytes,
    lines: (entry, file) =>
      mode === "off" ? entry : { ...plain(entry), read: () => cleanLines(entry, file) },
    value: (value, file) => {
      if (mode === "off") return value;
      const clean = redactor.value(value, file);
      if (JSON.stringify(clean) === JSON.stringify(value)) return value;
      findings.warn("W_SECRET", { file }, "A secret was found");
      return mode === "replace" ? clean : value;
    },
    items,
    learn: (value) => {
      if (mode !== "off") redactor.learn(value);
    },
    redactor: mode === "replace" ? redactor : null,
    findings,
    redactions: () => (mode === "replace" ? redactor.report() : []),
    requireClean() {
      const found = findings.list();
      if (mode !== "fail" || found.length === 0) return;
      throw new HoldallError("E_PROTECTED", "Cannot pack the task: it contains secrets", {
        findings: found,
        cure: "remove them, leave the files out with --exclude, or use --secrets replace",
      });
    },
  };
}

function plain({ path, kind, mode, size, digest }: FileEntry): Omit<FileEntry, "read"> {
  return { path, kind, mode, size, digest };
}

/** The files of a tree, each cleaned. */
export function cleanTree(tree: FileTree, cleaner: PartsCleaner): FileTree {
  return new Map(
    [...tree].map(([path, content]) => [
      path,
      content instanceof Uint8Array ? cleaner.bytes(content, path) : content,
    ]),
  );
}
