/** The RFC 6901 pointer to a member of the value that another pointer names. */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The RFC 6901 pointer of a path of keys. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((pointer, key) => pointerTo(pointer, String(key)), "");
}

/** Line and column, counted from 1, of an offset in a text. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
