/**
 * Follows the reference of an entry to the text it refers to. A reference into a layer that
 * Holdall does not read is no error: it stays as it is, for the program that understands it.
 */

import { HoldallError } from "../../base/errors.ts";
import type { FileSet } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { isSha256 } from "../../base/hash.ts";
import { pathFault } from "../../base/paths.ts";
import { parseDocument, readText as readFile } from "../../base/read-document.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import { readText } from "../../ledger/texts.ts";
import type { Transaction } from "../../stores/store.ts";
import { contentOf, findUnit } from "../units.ts";
import type { LayerUnit } from "./layer-unit.ts";
import { isOamp, readOamp } from "./oamp.ts";
import { isPam, readPam } from "./pam.ts";
import { readRecord } from "./records.ts";

/** The target of a reference. `kept` is for layers that Holdall does not read: the reference stays as it is. */
export type Resolution =
  | { readonly state: "resolved"; readonly content: string; readonly layer: string }
  | { readonly state: "unresolved" | "kept"; readonly reason: string; readonly layer: string };

/** Where references are resolved. */
export interface ResolveFrom {
  readonly tx: Transaction;
  /** The files that the reference may point to. */
  readonly files: FileSet | null;
}

/** Layers whose units are in files. */
const fileLayers = ["files", "pam", "oamp"] as const;
type FileLayer = (typeof fileLayers)[number];

/** Whether the units of a layer are in files. */
export function isFileLayer(layer: string): layer is FileLayer {
  return fileLayers.some((each) => each === layer);
}

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Resolves a `unit_ref`: `sha256:…` is a text of the workspace, `FILE#ID` a memory or entry of a PAM or OAMP
 * document, `FILE` a file or record, and anything else a unit of the workspace by id or node id.
 */
export async function resolveRef(
  ref: string,
  layer: string,
  { tx, files }: ResolveFrom,
): Promise<Resolution> {
  if (ref.startsWith("sha256:") && isSha256(ref.slice(7))) return ofText(tx, ref.slice(7));
  if (isFileLayer(layer)) {
    if (files !== null) return resolveInFiles(ref, layer, files);
    return {
      state: "unresolved",
      reason: "the location of the files is not known; use --from",
      layer,
    };
  }
  if (layer === "inline" || layer === "holdall" || layer === "artesian") return ofUnit(tx, ref);
  return { state: "kept", reason: `Holdall does not read the layer "${layer}"`, layer };
}

async function ofText(tx: Transaction, name: string): Promise<Resolution> {
  const layer = "holdall";
  try {
    const bytes = await readText(tx, name);
    const content = bytes === null ? null : decodeUtf8(bytes);
    if (content !== null) return { state: "resolved", content, layer };
    return { state: "unresolved", reason: bytes === null ? "redacted" : "not UTF-8 text", layer };
  } catch (error) {
    return { state: "unresolved", reason: reasonOf(error), layer };
  }
}

async function ofUnit(tx: Transaction, ref: string): Promise<Resolution> {
  const layer = "holdall";
  try {
    const content = await contentOf(tx, await findUnit(tx, ref));
    if (content !== null) return { state: "resolved", content, layer };
    return { state: "unresolved", reason: "redacted", layer };
  } catch (error) {
    return { state: "unresolved", reason: reasonOf(error), layer };
  }
}

/** A reference without a target is a valid answer; any other failure is thrown. */
function reasonOf(error: unknown): string {
  if (error instanceof HoldallError) return error.message;
  throw error;
}

/** Resolves a reference into a file: a record, or a memory of a PAM or OAMP document. */
export async function resolveInFiles(
  ref: string,
  layer: FileLayer,
  files: FileSet,
): Promise<Resolution> {
  const [path = "", id] = splitRef(ref);
  const fault = pathFault(path);
  if (fault) return { state: "unresolved", reason: `the path ${fault}`, layer };
  const findings = createFindings("lenient");
  const document = await readFile(files, path, { findings, maxBytes: MAX_BYTES });
  const unresolved = (reason: string): Resolution => ({ state: "unresolved", reason, layer });
  if (document === null)
    return unresolved(findings.list()[0]?.message ?? "the file does not exist");
  if (layer === "files") {
    const record = path.endsWith(".md")
      ? readRecord(document.text, path, { namespace: "shared", findings })
      : null;
    return { state: "resolved", content: record?.unit.content ?? document.text, layer };
  }
  const units = unitsIn(document.text, path, layer);
  const found =
    id === undefined && units.length === 1 ? units[0] : units.find((each) => each.id === id);
  if (found === undefined) return unresolved(`"${path}" has no unit "${id ?? ""}"`);
  return { state: "resolved", content: found.unit.content, layer };
}

function unitsIn(text: string, file: string, layer: "pam" | "oamp"): readonly LayerUnit[] {
  const findings = createFindings("lenient");
  const value = parseDocument(text, file, findings) ?? null;
  const options = { file, namespace: "shared", findings };
  if (layer === "pam") return isPam(value) ? readPam(value, options) : [];
  return isOamp(value) ? readOamp(value, options) : [];
}

function splitRef(ref: string): readonly [string, string?] {
  const at = ref.indexOf("#");
  return at === -1 ? [ref] : [ref.slice(0, at), ref.slice(at + 1)];
}
