import { hash } from "node:crypto";

/** How many tags are kept, and of how long answers: those of a screen that is open. */
const MAX_TAGS = 64;
const MAX_KEPT_CHARACTERS = 16_000;

/** The ETag of an answer, where `place` is what was asked for. */
export type TagOf = (place: string, text: string) => string;

/** Creates tags from the content of answers. An answer that is the same as before is not hashed again. */
export function createTags(): TagOf {
  const kept = new Map<string, { readonly text: string; readonly tag: string }>();
  return (place, text) => {
    const last = kept.get(place);
    if (last?.text === text) return last.tag;
    const tag = `"${hash("sha256", text, "base64url").slice(0, 27)}"`;
    kept.delete(place);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_TAGS && oldest !== undefined) kept.delete(oldest);
    if (text.length + place.length <= MAX_KEPT_CHARACTERS) kept.set(place, { text, tag });
    return tag;
  };
}
