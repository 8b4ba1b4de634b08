import { HoldallError } from "../base/errors.ts";
import { isSha256 } from "../base/hash.ts";
import type { Transaction } from "../stores/store.ts";
import type { Ledger } from "./ledger.ts";
import { insertAlias, selectAlias } from "./tables/aliases.ts";
import { findText, type Text, toText } from "./texts.ts";

/** Keeps bytes as an artifact and returns its name. */
export async function putArtifact(ledger: Ledger, content: string | Uint8Array): Promise<Text> {
  const text = toText(content);
  await ledger.store.artifacts.put(text.ref.sha256, text.content);
  return text;
}

/** The SHA-256 behind an artifact's id: the id itself, or what it is an alias of. */
export async function resolveAlias(tx: Transaction, id: string): Promise<string> {
  return (await selectAlias(tx, id)) ?? id;
}

/** Records a foreign id of an artifact. */
export function addAlias(tx: Transaction, alias: string, sha256: string): void {
  if (alias !== sha256) insertAlias(tx, alias, sha256);
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

/** Checked before anything is looked up, so that no text from outside ever becomes a path. */
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
