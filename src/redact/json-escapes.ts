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

/** JSON within JSON has its quotes and line ends escaped, which hides what stands between them. */
export function isEscaped(text: string): boolean {
  return text.includes('\\"') || text.includes("\\n") || text.includes("\\u00");
}

/** Takes one layer of escapes away. */
export function removeEscapes(text: string): Unescaped {
  const places = new Uint32Array(text.length + 1);
  const pieces: string[] = [];
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf("\\", at);
    const end = next === -1 ? text.length : next;
    for (let place = at; place < end; place++) places[length++] = place;
    pieces.push(text.slice(at, end));
    if (next === -1) break;
    const { character, width } = readEscape(text, next);
    places[length++] = next;
    pieces.push(character);
    at = next + width;
  }
  places[length] = text.length;
  return { text: pieces.join(""), originOf: (at) => places[at] ?? text.length };
}

function readEscape(text: string, at: number): { character: string; width: number } {
  const code = text.charAt(at + 1);
  const simple = SIMPLE[code];
  if (simple !== undefined) return { character: simple, width: 2 };
  const hex = code === "u" ? text.slice(at + 2, at + 6) : "";
  if (!/^[0-9a-f]{4}$/i.test(hex)) return { character: "\\", width: 1 };
  return { character: String.fromCharCode(Number.parseInt(hex, 16)), width: 6 };
}
