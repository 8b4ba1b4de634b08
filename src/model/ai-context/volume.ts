/**
 * The volume of a responsibility's context by the format's own thresholds, in lines: fine, to be
 * watched, or to be consolidated before more is added.
 */
export function volumeLevel(lines: number): "green" | "yellow" | "red" {
  if (lines < 2500) return "green";
  return lines <= 3000 ? "yellow" : "red";
}

/** Counts the lines of a text that comes in pieces; a last line without its end counts. */
export function lineCounter(): { add(chunk: Uint8Array): void; lines(): number } {
  let ended = 0;
  let last = 10;
  return {
    add(chunk) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) ended++;
      last = chunk.at(-1) ?? last;
    },
    lines: () => (last === 10 ? ended : ended + 1),
  };
}

/** The number of lines of a text. */
export function countLines(bytes: Uint8Array): number {
  const counter = lineCounter();
  counter.add(bytes);
  return counter.lines();
}
