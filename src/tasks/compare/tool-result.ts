/** What the answer of a tool says of its end. */
export interface ToolEnd {
  readonly exitCode: number | null;
  /** The first line of what it printed, without what the agent put around it. */
  readonly firstLine: string;
}

/** Lines that are looked at. */
const LOOKED_AT = 40;
// How agents introduce the end of a command in the result that a model reads.
const EXIT =
  /^(?:Process exited with code|Command exited with code|Exit code|exit_code):? (\d{1,5})\b/i;
const FRAME =
  /^(?:Chunk ID|Wall time|Original token count|Total output lines|Command|Directory|Stdout|Stderr|Signal|Background PIDs|Process Group PGID)(?:: |$)|^Error: \(none\)$|^\(empty\)$/i;
const OUTPUT = /^(?:Output|Error):\s*/i;

/** Reads the end of a command out of a result, whichever agent wrote it. */
export function readToolEnd(content: string): ToolEnd {
  let exitCode: number | null = null;
  let firstLine = "";
  for (const line of content.slice(0, 20_000).split("\n", LOOKED_AT)) {
    const text = line.trim();
    const exit = EXIT.exec(text);
    if (exit) exitCode ??= Number(exit[1]);
    else if (firstLine === "" && !FRAME.test(text)) firstLine = text.replace(OUTPUT, "");
  }
  return { exitCode, firstLine };
}
