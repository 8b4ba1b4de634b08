import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { root } from "../run.ts";
import { type Literal, textsIn } from "../scan-source.ts";

/** A text of `src/` that a person or a model may read, with its place. */
export interface Message extends Literal {
  readonly file: string;
}

/** Samples and faulty bundles are content, not messages; SQL is for databases. */
const CONTENT =
  /(?:\.test\.ts|\/tables\.ts|\/tables\/[^/]+\.ts|\/samples?(?:\/.*)?\.ts)$|^src\/testing\//;

// Two words with a space between them; a single word is a key, a name or a piece of a line.
const PROSE = /\p{L}{2,}[,;:.]? \p{L}+/u;
const CODE = /^(?:select|insert|update|delete|create|drop|alter|with|pragma)\s|=>|<\/|^[-\w./:#]+$/;

/** Files of `src/` by path, without tests. */
export async function readSources(): Promise<ReadonlyMap<string, string>> {
  const all = await readCode("src/**/*.{ts,tsx}");
  return new Map([...all].filter(([path]) => !path.endsWith(".test.ts")));
}

/** Source files by path, as a pattern names them. */
export async function readCode(pattern: string): Promise<ReadonlyMap<string, string>> {
  const paths = await Array.fromAsync(glob(pattern, { cwd: root, exclude: ["test/fixtures/**"] }));
  return new Map(paths.sort().map((path) => [path, readFileSync(`${root}/${path}`, "utf8")]));
}

/** The messages in a source file: literals that read like a sentence or a part of one. */
export function messagesIn(file: string, source: string): readonly Message[] {
  if (CONTENT.test(file) || !file.startsWith("src/")) return [];
  return textsIn(source)
    .filter(({ text }) => PROSE.test(text) && !CODE.test(text))
    .map(({ text, line }) => ({ file, line, text: unescaped(text) }));
}

/** As it is read: escapes of source code are for the compiler. */
function unescaped(text: string): string {
  return text.replaceAll(/\\n/g, "\n").replaceAll(/\\(.)/gs, "$1");
}
