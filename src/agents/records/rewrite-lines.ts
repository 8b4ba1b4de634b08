import type { SourceFile } from "../agent.ts";

/** A file's text with some lines rewritten; every other byte stays, but a mark of the byte order. */
export async function* rewriteLines(
  file: SourceFile,
  rewrite: (line: string) => string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  for await (const chunk of file.read()) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf("\n") + 1;
    rest = text.slice(end);
    if (end > 0)
      yield text
        .slice(0, end - 1)
        .split("\n")
        .map(rewrite)
        .concat("")
        .join("\n");
  }
  rest += decoder.decode();
  if (rest !== "") yield rewrite(rest);
}
