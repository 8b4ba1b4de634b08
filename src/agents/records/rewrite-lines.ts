import type { SourceFile } from "../agent.ts";
import { splitRecords } from "./split-records.ts";

/** Gives a line, or a record of one, its new text; null leaves it out. */
export type RewriteLine = (line: string, number: number) => string | null;

/**
 * A file's text with some lines rewritten; every other byte stays, but a mark of the byte order. Records that
 * share a line get one each: their program would read neither.
 */
export async function* rewriteLines(
  file: SourceFile,
  rewrite: RewriteLine,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let number = 0;
  const rewriteOne = (line: string): readonly string[] => {
    number++;
    const parts = line.includes('}{"') ? splitRecords(line) : null;
    const records = parts === null ? [line] : parts.map(({ text }) => text);
    return records.flatMap((record) => rewrite(record, number) ?? []);
  };
  for await (const chunk of file.read()) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    if (end > 0)
      yield text
        .slice(0, end - 1)
        .split("\n")
        .flatMap(rewriteOne)
        .concat("")
        .join("\n");
  }
  rest += decoder.decode();
  if (rest !== "") yield rewriteOne(rest).join("\n");
}
