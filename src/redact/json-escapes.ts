/** A text without its JSON escapes, with the place of each character in the text as it was. */
export interface Unescaped {
  readonly text: string;
  /** The place in the original of the character at a place here; one more than the characters, for the end. */
  originOf(at: number): number;
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "'": "'",
  "/": "/",
  "\\": "\\",
};

/** JSON within JSON has its quotes and line ends escaped, which hides what is between them. */
export function isEscaped(text: string): boolean {
  return text.includes('\\"') || text.includes("\\n") || text.includes("\\u00");
}

/** Takes one layer of escapes away. */
export function removeEscapes(text: string): Unescaped {
  let clean = "";
  /** Where a stretch without escapes begins, here and in the original; two numbers for each. */
  const stretches: number[] = [0, 0];
  let at = 0;
  for (let next = text.indexOf("\\"); next !== -1; next = text.indexOf("\\", at)) {
    const { character, width } = readEscape(text, next);
    clean += text.slice(at, next) + character;
    at = next + width;
    stretches.push(clean.length, at);
  }
  clean += text.slice(at);
  return { text: clean, originOf: (place) => originIn(stretches, place) };
}

/** The last stretch that begins at or before a place shows where in the original it is. */
function originIn(stretches: readonly number[], place: number): number {
  let low = 0;
  let high = stretches.length / 2 - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stretches[2 * middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const [start = 0, origin = 0] = stretches.slice(2 * low, 2 * low + 2);
  return origin + place - start;
}

function readEscape(text: string, at: number): { character: string; width: number } {
  const code = text.charAt(at + 1);
  const simple = SIMPLE[code];
  if (simple !== undefined) return { character: simple, width: 2 };
  const hex = code === "u" ? text.slice(at + 2, at + 6) : "";
  if (!/^[0-9a-f]{4}$/i.test(hex)) return { character: "\\", width: 1 };
  return { character: String.fromCharCode(Number.parseInt(hex, 16)), width: 6 };
}
