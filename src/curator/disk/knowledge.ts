/**
 * The texts of accepted offers, kept where their responsibility finds them: `context/knowledge/<bundle>/`, with their
 * provenance beside them. They are data of others: only texts of a limited size are kept, under plain names, and a file
 * that is there already is never replaced.
 */

import fs from "node:fs";
import { decodeUtf8 } from "../../base/text/text.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { replaceOwnFile } from "../../disk/replace-text-file.ts";
import { metadataBytes } from "../../model/ai-context/write-yaml.ts";
import type { Transaction } from "../../stores/store.ts";
import type { BundleContent } from "../ingestion/bodies.ts";
import type { Bundle } from "../ingestion/metadata.ts";
import { readBundle } from "../ingestion/read.ts";
import { bundleIdsOf } from "../requests/payload.ts";
import { requestTypes } from "../requests/status.ts";
import { selectRequestEvents } from "../requests/tables/queries.ts";
import type { RequestRow } from "../requests/tables/rows.ts";
import { KNOWLEDGE, KNOWLEDGE_PROVENANCE } from "../workspace/layout.ts";
import { readContent } from "./bundles.ts";
import type { Place } from "./workspace.ts";

/** Bytes of a text that is kept, and of all texts of a bundle. */
const MAX_TEXT_BYTES = 256 * 1024;
const MAX_BUNDLE_BYTES = 2 * 1024 * 1024;

/** A bundle that a responsibility accepted. */
export interface AcceptedContext {
  readonly responsibility: string;
  readonly request: RequestRow;
  readonly bundle: Bundle;
  readonly at: string;
  readonly by: string;
}

/** The bundles of those requests that are offers and were accepted. */
export async function acceptedContext(
  tx: Transaction,
  workspace: string,
  requests: readonly RequestRow[],
): Promise<readonly AcceptedContext[]> {
  const found: AcceptedContext[] = [];
  for (const request of requests) {
    const isTaken = request.status === "accepted" || request.status === "completed";
    if (request.type !== requestTypes.available || !isTaken) continue;
    const events = await selectRequestEvents(tx, request.id);
    const answer = events.findLast(({ event_type }) => event_type === "context_response");
    const accepted = events.findLast(({ new_status }) => new_status === "accepted");
    if (answer?.note === "not_relevant" || accepted === undefined) continue;
    for (const id of bundleIdsOf(request)) {
      const bundle = await readBundle(tx, workspace, id);
      if (bundle === null) continue;
      const { created_at: at, created_by: by } = accepted;
      found.push({ responsibility: request.target_responsibility_id, request, bundle, at, by });
    }
  }
  return found;
}

/** Where the texts of a bundle and their provenance belong, below the folder of the responsibility. */
export function knowledgePaths({ bundle }: AcceptedContext): readonly string[] {
  const folder = `${KNOWLEDGE}/${bundle.id}`;
  return [...keptNames(bundle.content).values(), KNOWLEDGE_PROVENANCE].map(
    (name) => `${folder}/${name}`,
  );
}

/** Writes what is not there yet; the provenance last, so that it is there only with the texts. */
export function placeKnowledge(place: Place, root: string, accepted: AcceptedContext): void {
  const { bundle } = accepted;
  const names = keptNames(bundle.content);
  const kept = new Set<string>();
  let left = MAX_BUNDLE_BYTES;
  for (const content of bundle.content) {
    const name = names.get(content.path);
    const bytes = name === undefined ? null : readText(place, bundle.id, content, left);
    if (name === undefined || bytes === null) continue;
    left -= bytes.length;
    kept.add(content.path);
    putOnce(root, `${KNOWLEDGE}/${bundle.id}/${name}`, bytes);
  }
  const yaml = metadataBytes(provenanceOf(accepted, names, kept));
  putOnce(root, `${KNOWLEDGE}/${bundle.id}/${KNOWLEDGE_PROVENANCE}`, yaml);
}

/** Whether all that is to be kept of a bundle is there. */
export function hasKnowledge(root: string, { bundle }: AcceptedContext): boolean {
  return fs.existsSync(pathInside(root, `${KNOWLEDGE}/${bundle.id}/${KNOWLEDGE_PROVENANCE}`));
}

function putOnce(root: string, name: string, bytes: Uint8Array): void {
  const target = pathInside(root, name);
  if (!fs.existsSync(target)) replaceOwnFile(target, bytes);
}

/** A text that is small enough; null for anything else. */
function readText(
  place: Place,
  id: string,
  content: BundleContent,
  left: number,
): Uint8Array | null {
  if (content.bytes > Math.min(MAX_TEXT_BYTES, left)) return null;
  const bytes = readContent(place, id, content);
  return bytes === null || decodeUtf8(bytes) === null ? null : bytes;
}

/** Plain names for files of others, each once: letters, digits, dots, dashes and underscores. */
function keptNames(content: readonly BundleContent[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set([KNOWLEDGE_PROVENANCE]);
  for (const { path, sha256 } of content) {
    const plain = path
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^[.-]+/, "")
      .slice(-120);
    const name =
      plain === "" || taken.has(plain.toLowerCase()) ? `${sha256.slice(0, 8)}-${plain}` : plain;
    taken.add(name.toLowerCase());
    names.set(path, name);
  }
  return names;
}

function provenanceOf(
  { responsibility, request, bundle, at, by }: AcceptedContext,
  names: ReadonlyMap<string, string>,
  kept: ReadonlySet<string>,
) {
  return {
    bundle_id: bundle.id,
    responsibility_id: responsibility,
    scope: bundle.row.scope,
    answers: [...bundle.objectives],
    origin: bundle.row.origin,
    offered_by: request.origin_responsibility_id,
    request_id: request.id,
    accepted_at: at,
    accepted_by: by,
    content: bundle.content.map(({ path, sha256, bytes }) => ({
      path,
      sha256,
      bytes,
      /** Null for what is no text, or too large: it is in the folder of the bundle only. */
      file: kept.has(path) ? (names.get(path) ?? null) : null,
    })),
  };
}
