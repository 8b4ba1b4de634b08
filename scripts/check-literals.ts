/** Checks that no literal is written in a roundabout way to fit more on a line; the formatter breaks lines. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { findDetours } from "./literals/find-detours.ts";
import { root } from "./run.ts";

const files = await Array.fromAsync(
  glob("{src,scripts,test}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: ["test/fixtures/**", "src/transcripts/claims/**"],
  }),
);
const lines = files
  .toSorted()
  .flatMap((file) =>
    findDetours(file, readFileSync(join(root, file), "utf8")).map(
      ({ line, cure }) => `${file}:${line}: ${cure}`,
    ),
  );
for (const line of lines) console.error(line);
console.log(`${files.length} files read, ${lines.length} found`);
process.exitCode = lines.length === 0 ? 0 : 1;
