import { compareBytes } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";

/** Front matter that says only when a file was written. */
const VOLATILE = /^(?:updated_at|last_checked_at|source):/;

/** The hash of a curated file without the fields that only say when it was written. */
export function stableHash(text: string): string {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === null) return sha256(text);
  const kept = yaml.split("\n").filter((line) => !VOLATILE.test(line));
  return sha256(`---\n${kept.join("\n")}---\n${body}`);
}

/** Curated files by stem with their text. */
export type BundleTexts = ReadonlyMap<string, string>;

/** The hash of the core five and the add-ons together. */
export function bundleHash(texts: BundleTexts): string {
  const lines = [...texts]
    .map(([stem, text]) => `${stem} ${stableHash(text)}\n`)
    .sort(compareBytes);
  return sha256(lines.join(""));
}
