/** How far a line is looked at before and after a place: a text may be one line of megabytes. */
const REACH = 200;
/** What a search, a listing of a file or a diff puts before a line: `src/a.rs:107:`, `12→`, `+`. */
const PREFIX =
  /^(?:[\w./@+-]{1,150}\.\w{1,8}(?::\d{1,6}:(?:\d{1,4}:)?|-\d{1,6}-)|[ \t]{0,8}\d{1,6}(?:→|\t|: ?|\|))?(?:[+-](?![+-]))?/;

/** The part of a line before a place, without the prefix of a search, a listing or a diff. */
export function lineBefore(text: string, at: number): string {
  const piece = text.slice(Math.max(0, at - REACH), at);
  const start = Math.max(piece.lastIndexOf("\n") + 1, escapedLineEnd(piece));
  const line = piece.slice(start);
  return line.slice(PREFIX.exec(line)?.[0].length ?? 0);
}

/** The part of a line after a place. */
export function lineBehind(text: string, at: number): string {
  return text.slice(at, at + REACH).split(/\n|\\n/, 1)[0] ?? "";
}

/** Where a line begins after an escaped line end, as in JSON; 0 when there is none. */
function escapedLineEnd(piece: string): number {
  const end = piece.lastIndexOf("\\n");
  return end === -1 ? 0 : end + 2;
}

const STATEMENT =
  /^\s{0,80}(?:(?:export|pub(?:\(\w{1,20}\))?|private|public|protected|internal|static|readonly|final|async|default)\s+)*(?:let|const|var|val|mut|fn|func|fun|function|def|class|struct|impl|trait|interface|enum|type|if|elif|else|for|while|return|yield|await|match|case|switch|when|throw|raise|import|use|from|assert\w*|expect|self|this)\b(?!\s*[:=])/;

/** Whether the beginning of a line is that of a statement in code: a value without quotes is then an expression. */
export function isStatement(before: string): boolean {
  return STATEMENT.test(before) || /=>|\|\||&&|\b(?:let|const|var|mut)\s+$/.test(before);
}

/** Whether a place lies within a list of arguments or members: a value without quotes may be an expression. */
export function isInList(before: string): boolean {
  return /[([{,)\]}]\s*$/.test(before);
}
