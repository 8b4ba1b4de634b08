/** What each product of the build is made of, so that one whose inputs did not change is not built again. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, relative } from "node:path";

/** A folder of `dist/`: the program, the library, the pages and the app. */
export type Product = "cli" | "lib" | "web";

/** The build itself, and what decides which packages are there for it. */
export const BUILDER = [
  "scripts/build.ts",
  "scripts/build/*.ts",
  "scripts/run.ts",
  "tsconfig*.json",
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
];

/** Run from the source; no product contains them. */
const TEST = /^src\/.*\.test\.tsx?$/;
/** The other products are compiled without JSX, and none of their files could import these. */
const PAGES = /^src\/(?:web|app)\/.*\.(?:tsx|css|html)$/;
/** Above the library and the pages: `scripts/check-imports.ts` refuses an import of them there. */
const SURFACES = /^src\/(?:cli|mcp|http)\//;
/** Reads what `dist/cli` contains, and describes the commands for it. */
const LAUNCHER = /^bin\//;

const isLeftOut: Readonly<Record<Product, (path: string) => boolean>> = {
  cli: (path) => PAGES.test(path),
  lib: (path) => PAGES.test(path) || SURFACES.test(path) || LAUNCHER.test(path),
  web: (path) => SURFACES.test(path) || LAUNCHER.test(path),
};

/** Whether a product is built again when this file changes. */
export function isInputOf(product: Product, path: string): boolean {
  return !TEST.test(path) && !isLeftOut[product](path);
}

/** A hash for each product that is another one as soon as one of its inputs below `folder` changes. */
export async function hashInputs(folder: string): Promise<Readonly<Record<Product, string>>> {
  const files: string[] = [];
  const patterns = ["src/**/*", "bin/*", ...BUILDER];
  for await (const entry of glob(patterns, { cwd: folder, withFileTypes: true })) {
    if (entry.isFile()) files.push(relative(folder, join(entry.parentPath, entry.name)));
  }
  const lines = files.sort().map((path) => ({
    path,
    line: `${sha256(readFileSync(join(folder, path)))}  ${path}\n`,
  }));
  const hashOf = (product: Product) =>
    sha256(
      [
        `${process.version} ${process.platform}\n`, // Names of Node's modules are taken from Node itself.
        ...lines.filter(({ path }) => isInputOf(product, path)).map(({ line }) => line),
      ].join(""),
    );
  return { cli: hashOf("cli"), lib: hashOf("lib"), web: hashOf("web") };
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
