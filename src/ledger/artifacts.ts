/**
 * Artifacts by id. An id is a SHA-256, or an alias: logs of other programs may use other ids, which
 * are recorded as events and resolved on reading.
 */

import { HoldallError } from "../base/errors.ts";
import { isSha256 } from "../base/hash.ts";
import type { Transaction } from "../stores/store.ts";
import type { Ledger } from "./ledger.ts";
import { aliasEvents } from "./maintenance.ts";
import { selectAlias } from "./tables/aliases.ts";
import { findText, type Text, toText } from "./texts.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Stores bytes as an artifact and returns its reference. */
export async function putArtifact(ledger: Ledger, content: string | Uint8Array): Promise<Text> {
  const text = toText(content);
  await ledger.store.artifacts.put(text.ref.sha256, text.content);
  return text;
}

/** The SHA-256 that an artifact's id refers to: the id itself, or the target of the alias. */
export async function resolveAlias(tx: Transaction, id: string): Promise<string> {
  return (await selectAlias(tx, id)) ?? id;
}

/** Records foreign ids of artifacts, those that are new. */
export async function recordAliases(
  unit: UnitOfWork,
  aliases: ReadonlyMap<string, string>,
): Promise<void> {
  const unknown = new Map<string, string>();
  for (const [alias, sha256] of aliases) {
    if (alias !== sha256 && (await selectAlias(unit.tx, alias)) === null)
      unknown.set(alias, sha256);
  }
  await unit.append(aliasEvents(unit.newId(), unknown));
}

/** The bytes of an artifact or text by its id or alias, verified; null when it is not there. */
export async function readArtifact(tx: Transaction, id: string): Promise<Uint8Array | null> {
  const found = await findText(tx, await resolveAlias(tx, requireId(id)));
  if (found.state === "present") return found.content;
  if (found.state !== "altered") return null;
  throw new HoldallError(
    "E_BLOB",
    `Cannot read artifact "${id}": its bytes do not match its SHA-256`,
  );
}

/** Checked before any lookup, so that no text from outside can become part of a path. */
function requireId(id: string): string {
  if (isSha256(id)) return id;
  throw new HoldallError(
    "E_USAGE",
    `Cannot use "${id}" as an artifact id: not 64 lower-case hex digits`,
    {
      cure: "copy the id from `holdall ledger export` or from the event that refers to it",
    },
  );
}
