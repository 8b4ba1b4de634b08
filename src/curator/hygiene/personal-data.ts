/** An address of mail; `git@host:path` is none. */
const ADDRESS = /[\w.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![\w:@-])/;

/** The first line, counted from 1, that has an e-mail address; null if none has. */
export function findAddress(text: string): number | null {
  const at = text.split("\n").findIndex((line) => line.includes("@") && ADDRESS.test(line));
  return at === -1 ? null : at + 1;
}
