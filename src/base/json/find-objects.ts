import { isObject } from "./value.ts";

/** How many opening braces are tried, so that a text of braces alone stays cheap. */
const MAX_STARTS = 50;
/** How many characters of a text are searched. */
export const MAX_SEARCHED = 64 * 1024;

/** The JSON objects inside a text, such as a model's answer; of nested ones only the outermost. */
export function* findObjects(input: string): Generator<object> {
  const text = input.slice(0, MAX_SEARCHED);
  let start = text.indexOf("{");
  for (let tried = 0; start !== -1 && tried < MAX_STARTS; tried++) {
    const end = endOfObject(text, start);
    const value = end === null ? null : parseJson(text.slice(start, end));
    if (isObject(value)) yield value;
    start = text.indexOf("{", isObject(value) && end !== null ? end : start + 1);
  }
}

/** The offset after the brace that closes the one at `start`; braces inside strings do not count. */
export function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at + 1;
  }
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
