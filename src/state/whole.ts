import { isSha256 } from "../base/hash.ts";
import { decodeUtf8 } from "../base/text.ts";
import { findText } from "../ledger/texts.ts";
import type { Transaction } from "../stores/store.ts";
import type { Whole } from "./bodies.ts";
import type { HeldEntry } from "./state.ts";

const OURS = "sha256:";

/** The full text behind an entry that shows less, if the workspace has it; null when it has not, or no longer. */
export async function findWhole(
  tx: Transaction,
  { image, whole }: HeldEntry,
  count: (text: string) => number,
): Promise<Whole | null> {
  const ref = image.unit_ref ?? "";
  const name = whole?.text.sha256 ?? (ref.startsWith(OURS) ? ref.slice(OURS.length) : "");
  if (!isSha256(name)) return null;
  const found = await findText(tx, name);
  if (found.state !== "present") return null;
  if (whole !== null) return whole;
  const words = decodeUtf8(found.content);
  if (words === null) return null;
  const text = { sha256: name, bytes: found.content.length };
  return { text, tokens: count(words), unit_ref: null };
}
