import { isSha256 } from "../base/hash.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import { findText } from "../ledger/texts.ts";
import type { Transaction } from "../stores/store.ts";
import type { FullText } from "./event-bodies.ts";
import type { LiveEntry } from "./state.ts";

const LOCAL_REF = "sha256:";

/** The full text of an entry that shows less; null when the workspace does not have it, or no longer. */
export async function findFullText(
  tx: Transaction,
  { image, fullText }: LiveEntry,
  countTokens: (text: string) => number,
): Promise<FullText | null> {
  const ref = image.unit_ref ?? "";
  const local = ref.startsWith(LOCAL_REF) ? ref.slice(LOCAL_REF.length) : "";
  const name = fullText?.text.sha256 ?? local;
  if (!isSha256(name)) return null;
  const found = await findText(tx, name);
  if (found.state !== "present") return null;
  if (fullText !== null) return fullText;
  const content = decodeUtf8(found.content);
  if (content === null) return null;
  const text = { sha256: name, bytes: found.content.length };
  return { text, tokens: countTokens(content), unit_ref: null };
}
