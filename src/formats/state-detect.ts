/**
 * Distinguishes working-context, ocf-kit and ocf. The first two have the same identity in the
 * manifest; they differ in whether `snapshot.json` is an object or a list. The result is cached per
 * file set, because each of the three formats asks.
 */

import type { FileSet } from "../base/file-set.ts";
import { createFindings, type Finding } from "../base/findings.ts";
import { isObject } from "../base/json/value.ts";
import { readJson } from "../base/read-document.ts";
import type { Detection } from "./format.ts";
import { limitsByFormat } from "./limits.ts";

/** What working-context and ocf-kit bundles call themselves. */
export const WORKING_CONTEXT = "artesian.working-context";

type StateFormat = "working-context" | "ocf-kit" | "ocf";

/**
 * Whether a file set is of one of the three state formats. A stray `schema.json` decides nothing.
 */
export async function detectState(files: FileSet, format: StateFormat): Promise<Detection> {
  const found = await identify(files);
  if (typeof found === "string") return { match: found === format };
  return found ? { match: false, fault: found } : { match: false };
}

/** The state format of a file set, or null if something is wrong with its manifest. */
export async function sniff(files: FileSet): Promise<string | null> {
  const found = await identify(files);
  return typeof found === "string" ? found : null;
}

/** Three formats ask the same question of the same files. */
const identities = new WeakMap<FileSet, Promise<StateFormat | Finding | null>>();

function identify(files: FileSet): Promise<StateFormat | Finding | null> {
  const known = identities.get(files) ?? identifyAnew(files);
  identities.set(files, known);
  return known;
}

async function identifyAnew(files: FileSet): Promise<StateFormat | Finding | null> {
  if (!(await files.get("manifest.json"))) return missingManifest(files);
  const findings = createFindings("lenient");
  const maxBytes = limitsByFormat.ocf.documentBytes;
  const manifest = await readJson(files, "manifest.json", { findings, maxBytes });
  if (!manifest) return firstError(findings.list());
  if (!isObject(manifest.value)) return fault("E_SHAPE", "manifest.json must be an object");
  const { format, ocf_version: ocf, collection, exported_at: exported } = manifest.value;
  if (format !== undefined && ocf !== undefined) {
    return fault("E_AMBIGUOUS", 'The manifest has both "format" and "ocf_version"');
  }
  if (ocf !== undefined) return "ocf";
  if (format !== WORKING_CONTEXT) {
    const value = format === undefined ? "nothing" : JSON.stringify(format);
    return fault("E_FORMAT", `The manifest names no known format, found ${value}`, {
      found: format,
    });
  }
  // Without a snapshot, the manifest's own keys decide whose reader explains the faults best.
  const isKit = collection !== undefined || exported !== undefined;
  return byRoot(files, isKit ? "ocf-kit" : "working-context");
}

/** The first byte of the snapshot that is not white space distinguishes an object from a list. */
async function byRoot(files: FileSet, otherwise: StateFormat): Promise<StateFormat | Finding> {
  const entry = await files.get("snapshot.json");
  if (entry?.kind !== "file") return otherwise;
  for await (const chunk of entry.read()) {
    const start = new TextDecoder().decode(chunk.subarray(0, 4096)).trimStart();
    if (start === "") continue;
    if (start.startsWith("[")) return "ocf-kit";
    if (start.startsWith("{")) return "working-context";
    // Not JSON at all: the reader reports where it breaks.
    if (!/^["0-9tfn-]/.test(start)) return otherwise;
    return fault("E_SHAPE", "snapshot.json must be an object or a list", {}, "snapshot.json");
  }
  return otherwise;
}

async function missingManifest(files: FileSet): Promise<Finding | null> {
  for (const name of ["snapshot.json", "lifecycle.jsonl", "qualify.jsonl"]) {
    if (await files.get(name)) {
      return fault("E_MISSING_FILE", 'Required file "manifest.json" is absent');
    }
  }
  return null;
}

function firstError(findings: readonly Finding[]): Finding | null {
  return findings.find((finding) => finding.severity === "error") ?? null;
}

function fault(
  code: Finding["code"],
  message: string,
  details: Finding["details"] = {},
  file = "manifest.json",
): Finding {
  return { severity: "error", code, file, pointer: null, line: null, message, details };
}
