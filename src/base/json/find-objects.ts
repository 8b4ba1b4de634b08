import { isObject } from "./value.ts";

/** Places where an object may begin that are tried; a text of braces alone must not cost a second. */
const MAX_STARTS = 50;
/** Characters of a text that are looked at. */
export const MAX_SEARCHED = 64 * 1024;

/** The JSON objects that stand in a text, outermost first. */
export function* findObjects(given: string): Generator<object> {
  const text = given.slice(0, MAX_SEARCHED);
  let start = text.indexOf("{");
  for (let tried = 0; start !== -1 && tried < MAX_STARTS; tried++) {
    const end = endOfObject(text, start);
    const value = end === null ? null : parseJson(text.slice(start, end));
    if (isObject(value)) yield value;
    start = text.indexOf("{", isObject(value) && end !== null ? end : start + 1);
  }
}

/** Behind the brace that closes the one at `start`; braces inside strings are text. */
function endOfObject(text: string, start: number): number | null {
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
