/**
 * Texts: what people, models and tools wrote, stored beside the events that refer to them by hash.
 * Short ones are rows, long ones artifacts; callers need not know which. Because only the hash is
 * in the event, a text can be removed later without breaking the chain.
 */

import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { formatCount, formatNumber } from "../base/text/format-count.ts";
import type { TextRef } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { isRedacted } from "./tables/redactions.ts";
import {
  insertText,
  selectText,
  selectTextSize,
  selectTextsByHash,
  TEXTS_AT_ONCE,
} from "./tables/texts.ts";

/** Bytes. A text up to this size is stored in a row, a longer one as an artifact. */
export const INLINE_BYTES = 8 * 1024;
/** The longest text or artifact. */
export const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;

/** Content of a person, a model or a tool, with the reference that goes into the body. */
export interface Text {
  readonly ref: TextRef;
  readonly content: Uint8Array;
}

/** Creates a text. Unpaired surrogates, which no encoding can represent, become U+FFFD here. */
export function toText(content: string | Uint8Array): Text {
  // Buffer.from() writes U+FFFD for an unpaired surrogate, as toWellFormed() would.
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (bytes.length > MAX_ARTIFACT_BYTES) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot store a text of ${formatCount(bytes.length, "byte")}: the limit is ${formatNumber(MAX_ARTIFACT_BYTES)}`,
    );
  }
  return { ref: { sha256: sha256(bytes), bytes: bytes.length }, content: bytes };
}

/**
 * Stores a text by its size; an artifact is durable before this resolves, so before the event is
 * committed.
 */
export function storeText(tx: Transaction, { ref, content }: Text): Promise<void> | undefined {
  if (content.length > INLINE_BYTES) return tx.artifacts.put(ref.sha256, content);
  insertText(tx, ref.sha256, content);
  return undefined;
}

/** Where a text lies. */
type StoredAs = "row" | "artifact";

/**
 * The result of looking up a text. Missing and redacted are both absent, but only one is a fault.
 */
export type TextLookupResult =
  | { readonly state: "present"; readonly content: Uint8Array; readonly storedAs: StoredAs }
  | { readonly state: "missing" | "redacted" | "altered" };

/** Looks a text up and compares its bytes with its name. */
export async function findText(tx: Transaction, name: string): Promise<TextLookupResult> {
  const row = await selectText(tx, name);
  if (row !== null) {
    return row.bytes === row.content.length
      ? checkHash(name, row.content, "row")
      : { state: "altered" };
  }
  const content = await tx.artifacts.get(name);
  if (content !== null) return checkHash(name, content, "artifact");
  return { state: (await isRedacted(tx, name)) ? "redacted" : "missing" };
}

/**
 * Looks up several texts with few queries, and compares their bytes with their hashes. The last
 * batch is filled up by repeating its first hash, so that the statement stays prepared.
 */
export async function findTexts(
  tx: Transaction,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, TextLookupResult>> {
  const wanted = [...new Set(names)];
  const found = new Map<string, TextLookupResult>();
  const { many, few } = TEXTS_AT_ONCE;
  for (let at = 0; at < wanted.length; ) {
    const size = wanted.length - at >= many ? many : few;
    const batch = wanted.slice(at, at + size);
    const filled = [...batch, ...Array(size - batch.length).fill(batch[0])];
    for (const { sha256: name, content } of await selectTextsByHash(tx, filled)) {
      found.set(name, checkHash(name, content, "row"));
    }
    at += size;
  }
  for (const name of wanted) if (!found.has(name)) found.set(name, await findText(tx, name));
  return found;
}

function checkHash(name: string, content: Uint8Array, storedAs: StoredAs): TextLookupResult {
  if (sha256(content) !== name) return { state: "altered" };
  return { state: "present", content, storedAs };
}

/** The size of a text; null when it is not there. */
export async function sizeOfText(tx: Transaction, name: string): Promise<number | null> {
  return (await selectTextSize(tx, name)) ?? (await tx.artifacts.size(name));
}

/** The bytes of a text, verified; null when it was redacted. A lost or altered one is `E_BLOB`. */
export async function readText(tx: Transaction, name: string): Promise<Uint8Array | null> {
  const found = await findText(tx, name);
  if (found.state === "present") return found.content;
  if (found.state === "redacted") return null;
  throw new HoldallError("E_BLOB", `Cannot read text "${name}": ${stateOf[found.state]}`);
}

const stateOf = { missing: "not found", altered: "its bytes do not match its SHA-256" } as const;
