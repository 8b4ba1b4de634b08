/**
 * Builds what the package ships: `dist/cli` (the program), `dist/lib` (the library, with its declarations) and
 * `dist/web` (pages and the app, with their style and script inside).
 *
 *     node scripts/build.ts                 everything
 *     node scripts/build.ts --if-changed    only what has other inputs than when it was built
 *
 * npm asks for the latter, too, when `npx holdall` is called in a checkout for the first time.
 */
import { existsSync, readFileSync } from "node:fs";
import { chmod, glob, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashInputs, isInputOf, type Product } from "./build/inputs.ts";
import { root, runOrThrow } from "./run.ts";

const dist = join(root, "dist");
const launcher = join(root, "bin/holdall.cjs");
/** The hash of the inputs of each product that is in its place. */
const builtFrom = join(dist, ".built-from.json");

/** Builds a product into a folder; returns what went into it. */
const builders: Readonly<Record<Product, (outdir: string) => Promise<readonly string[]>>> = {
  cli: async (outdir) => (await import("./build/program.ts")).buildProgram(outdir),
  lib: buildLibrary,
  web: async (outdir) => (await import("./build/web.ts")).buildWeb(outdir),
};

try {
  await buildProducts({ onlyChanged: process.argv.includes("--if-changed") });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function buildProducts({ onlyChanged }: { onlyChanged: boolean }): Promise<void> {
  const hashes = await hashInputs(root);
  const built = lastBuilt();
  const products = (Object.keys(builders) as Product[]).filter(
    (product) => !(onlyChanged && built[product] === hashes[product]),
  );
  if (products.length > 0) {
    for (const product of products) delete built[product];
    await mkdir(dist, { recursive: true });
    await writeFile(builtFrom, JSON.stringify(built)); // An interrupted build counts for nothing.
    await buildAside(products);
  }
  await linkLauncher();
  if (products.includes("cli")) await startOnce();
  if (products.length > 0) await writeFile(builtFrom, JSON.stringify(hashes));
}

/** The hashes of the products that are in place; none when the record of them was cut off or removed. */
function lastBuilt(): Partial<Record<Product, string>> {
  try {
    const hashes: Partial<Record<Product, string>> = JSON.parse(readFileSync(builtFrom, "utf8"));
    const present = Object.entries(hashes).filter(([product]) => existsSync(join(dist, product)));
    return Object.fromEntries(present);
  } catch {
    return {};
  }
}

/** Builds aside and moves into place, so that a holdall in use meanwhile finds complete folders. */
async function buildAside(products: readonly Product[]): Promise<void> {
  const aside = await mkdtemp(join(dist, ".building-"));
  try {
    await Promise.all(products.map((product) => buildProduct(product, join(aside, product))));
    for (const product of products) {
      await rm(join(dist, product), { recursive: true, force: true });
      await rename(join(aside, product), join(dist, product));
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Refuses an input that would not have the product built again when it changes. */
async function buildProduct(product: Product, outdir: string): Promise<void> {
  const inputs = await builders[product](outdir);
  const unseen = inputs.filter((path) => path.startsWith("src/") && !isInputOf(product, path));
  if (unseen.length > 0) {
    throw new Error(
      `Cannot build dist/${product}: scripts/build/inputs.ts does not count ${unseen.join(", ")} among its inputs`,
    );
  }
}

/** Types are checked by `npm test`, and not once more here. */
async function buildLibrary(outdir: string): Promise<readonly string[]> {
  await runOrThrow("tsc", [
    "-p",
    "tsconfig.lib.json",
    "--noCheck",
    "--checkers",
    "1",
    "--outDir",
    outdir,
  ]);
  const { libraryVocabulary, VOCABULARY_MODULE } = await import("./build/vocabulary.ts");
  await writeFile(join(outdir, `${VOCABULARY_MODULE}.js`), libraryVocabulary);
  const scripts = await Array.fromAsync(glob("**/*.js", { cwd: outdir }));
  await (await import("./build/library-types.ts")).writeLibraryTypes(outdir);
  return scripts.map((path) => `src/${path.replace(/\.js$/, ".ts")}`);
}

/** npm links the programs of dependencies only; in a checkout the package's own is wanted too. */
async function linkLauncher(): Promise<void> {
  if (process.platform === "win32") return;
  const link = join(root, "node_modules/.bin/holdall");
  await chmod(launcher, 0o755);
  await mkdir(join(link, ".."), { recursive: true });
  await rm(link, { force: true });
  await symlink("../../bin/holdall.cjs", link);
}

/** Proves that the program starts and loads every command, and keeps the help on them and their names for the launcher. */
async function startOnce(): Promise<void> {
  await rm(join(dist, ".cache"), { recursive: true, force: true });
  const env = { NODE_NO_WARNINGS: "1" };
  const described = await runOrThrow(process.execPath, [launcher, "__describe"], { env });
  const help: Record<string, unknown> = JSON.parse(described);
  await writeFile(join(dist, "cli/help.json"), JSON.stringify(help));
  const inGroups = Object.keys(help).map((name) => name.split(" ").slice(0, 2).join(" "));
  await writeFile(join(dist, "cli/commands.txt"), `\n${[...new Set(inGroups)].join("\n")}\n`);
}
