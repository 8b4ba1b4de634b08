/** Checks that no literal is written in a roundabout way to fit more on a line; the formatter breaks lines. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { findDetours, LIST_IN_TEXT } from "./literals/find-detours.ts";
import { root } from "./run.ts";

/** Two lists there are still texts: a change asks for every handoff with the real programs again. */
const LISTS_LEFT = "src/transcripts/claims/";

const files = await Array.fromAsync(
  glob("{src,scripts,test}/**/*.{ts,tsx}", { cwd: root, exclude: ["test/fixtures/**"] }),
);
const lines = files.toSorted().flatMap((file) =>
  findDetours(file, readFileSync(join(root, file), "utf8"))
    .filter(({ cure }) => cure !== LIST_IN_TEXT || !file.startsWith(LISTS_LEFT))
    .map(({ line, cure }) => `${file}:${line}: ${cure}`),
);
for (const line of lines) console.error(line);
console.log(`${files.length} files read, ${lines.length} found`);
process.exitCode = lines.length === 0 ? 0 : 1;
