/** A part of a command line: quoted, or without blanks and quotes. */
const PART = /"([^"]*)"|'([^']*)'|[^\s"']+/y;

/** The program and arguments of a command line: blanks separate them, quotes keep blanks. Null for an open quote. */
export function splitCommand(text: string): readonly string[] | null {
  const parts: string[] = [];
  let at = 0;
  let isOpen = false;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      isOpen = false;
      at++;
      continue;
    }
    PART.lastIndex = at;
    const found = PART.exec(text);
    if (found === null) return null;
    const part = found[1] ?? found[2] ?? found[0];
    if (isOpen) parts.push(`${parts.pop() ?? ""}${part}`);
    else parts.push(part);
    isOpen = true;
    at = PART.lastIndex;
  }
  return parts;
}
