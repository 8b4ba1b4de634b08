/** The checks of `npm test` besides the tests themselves. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, root, run } from "./run.ts";

/** One line of the report. */
export interface Check {
  readonly name: string;
  /** What is true when it passes. */
  readonly covers: string;
  /** How long it takes, about, on idle cores. */
  readonly seconds: number;
  /** Left out of the quick run: it takes long, and the whole run seldom finds it failing. */
  readonly isSlow?: true;
  run(): Promise<Outcome>;
}

/** In the order in which they run: the later ones need what the first builds. */
export const checks: readonly Check[] = [
  {
    name: "build",
    seconds: 5,
    covers: "program and library build, and the program starts",
    run: script("build", "--if-changed"),
  },
  {
    name: "types",
    seconds: 8,
    covers: "types, and that they cost little to check",
    run: script("check-types"),
  },
  {
    name: "pages",
    seconds: 8,
    // They run in a browser, and are checked with its types instead of those of Node alone.
    covers: "types of the pages and the app",
    run: () => run("tsc", ["--noEmit", "--checkers", "1", "-p", "src/app"]),
  },
  {
    name: "lint",
    seconds: 6,
    covers: "lint and format",
    run: () => run("biome", ["ci", "--error-on-warnings", "--colors=off", "."]),
  },
  {
    name: "imports",
    seconds: 5,
    covers: "import direction, no circles, folder sizes, names, SQL only in tables.ts or tables/",
    run: script("check-imports"),
  },
  {
    name: "language",
    seconds: 3,
    covers: "no name, message or comment uses a word that GLOSSARY.md says to avoid",
    run: script("check-language"),
  },
  {
    name: "literals",
    seconds: 3,
    covers: "no literal is written in a roundabout way to fit more on a line",
    run: script("check-literals"),
  },
  {
    name: "node",
    seconds: 1,
    covers: "the Node of the scripts is the one whose sum is kept",
    run: script("check-node"),
  },
  {
    name: "patterns",
    seconds: 34,
    isSlow: true,
    covers: "no regular expression backtracks, unless a reason beside it says why it may",
    run: script("check-patterns"),
  },
  {
    name: "dead",
    seconds: 3,
    isSlow: true,
    covers: "no unused file, export or dependency",
    run: () => run("knip", []),
  },
  {
    name: "docs",
    seconds: 3,
    covers: "generated pages and schemas are up to date",
    run: checkDocs,
  },
  {
    name: "package",
    seconds: 20,
    isSlow: true,
    covers: "the packed tarball works and is typed",
    run: script("check-package"),
  },
];

function script(name: string, ...args: string[]): () => Promise<Outcome> {
  return () => run(process.execPath, [join(root, "scripts", `${name}.ts`), ...args]);
}

async function checkDocs(): Promise<Outcome> {
  if (existsSync(join(root, "scripts/docs.ts"))) return script("docs", "--check")();
  return { code: 0, output: "" };
}
