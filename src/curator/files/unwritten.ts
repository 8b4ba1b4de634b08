/** What `init` writes into new files, until a person wrote something there. It never reaches a prompt. */
export const unwritten = {
  kernel: "What this responsibility is for, in two or three sentences.",
  decides: "What it decides by itself.",
  asks: "What it must ask about.",
  identity: "Write this yourself, then run `holdall context identity sign`.",
} as const;

const sentences = new Set<string>(Object.values(unwritten));

/** Whether a line is as `init` wrote it. */
export function isUnwritten(line: string): boolean {
  return sentences.has(line.trim().replace(/^[-*+] /, ""));
}

/** Whether a text has lines that are as `init` wrote them. */
export function hasUnwritten(text: string): boolean {
  return text.split("\n").some(isUnwritten);
}
