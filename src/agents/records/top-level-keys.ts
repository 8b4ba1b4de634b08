/**
 * The keys of the outermost object of a JSON text and their values where those are texts, as far as the
 * text goes: enough to know whose document it is without parsing all of it.
 */
export function topLevelKeys(text: string): ReadonlyMap<string, string | null> {
  const keys = new Map<string, string | null>();
  let depth = 0;
  let key: string | null = null;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === -1) break; // Cut off.
      const parsed = depth === 1 ? parseString(text.slice(at, end)) : null;
      at = end;
      if (depth !== 1) continue;
      keys.set(key ?? parsed ?? "", key === null ? null : parsed);
      key ??= parsed ?? "";
      continue;
    }
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (character === "," && depth === 1) key = null;
    at++;
  }
  return keys;
}

/** The place after a string's closing quote; -1 when it is not there. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return -1;
}

function parseString(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
