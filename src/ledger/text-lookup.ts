import { HoldallError } from "../base/errors.ts";
import { REDACTED } from "../model/redaction.ts";
import type { Transaction } from "../stores/store.ts";
import { findTexts } from "./texts.ts";

/** Texts that were read together. */
export interface TextLookup {
  /** A text; a placeholder when it was redacted, `E_BLOB` when it is lost or altered. */
  require(name: string): string;
  /** A text; null if it cannot be read, for whatever reason. */
  find(name: string): string | null;
}

/** Reads texts as strings. Bytes that are not UTF-8 become U+FFFD. */
export async function readTexts(tx: Transaction, names: Iterable<string>): Promise<TextLookup> {
  const found = await findTexts(tx, names);
  const find = (name: string) => {
    const finding = found.get(name);
    if (finding?.state !== "present") return null;
    const { buffer, byteOffset, byteLength } = finding.content;
    return Buffer.from(buffer, byteOffset, byteLength).toString(); // No copy of the bytes on the way.
  };
  return {
    find,
    require(name) {
      const text = find(name);
      if (text !== null) return text;
      if (found.get(name)?.state === "redacted") return REDACTED;
      throw new HoldallError("E_BLOB", `Cannot read text "${name}": it is missing or was altered`);
    },
  };
}
