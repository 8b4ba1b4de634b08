/**
 * Checks the tarball that would be published: its manifest, its types, and that program and library
 * work in a folder that has nothing but the declared dependencies.
 */
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, runOrThrow } from "./run.ts";

/** Bytes that an installation may take, with everything that the program needs at run time. */
const MAX_INSTALLED = 45e6;

/** Does not compile unless the documented methods are those that follow from the operations. */
const DOCUMENTED = `
import type { DerivedHoldall, Holdall } from "./node_modules/holdall/dist/lib/library/methods.js";
declare const derived: DerivedHoldall;
declare const documented: Holdall;
export const same: () => [Holdall, DerivedHoldall] = () => [derived, documented];
`;

const folder = await mkdtemp(join(tmpdir(), "holdall-package-"));
try {
  const tarball = await pack();
  await runOrThrow("publint", ["run", tarball, "--strict"]);
  await runOrThrow("attw", [tarball, "--profile", "esm-only", "--no-color"]);
  await install(tarball);
  await useProgram();
  await useLibrary();
  await compileAgainst();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function pack(): Promise<string> {
  // The build has just run; npm would run it again.
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename, files, unpackedSize }] = JSON.parse(
    (await runOrThrow("npm", args)).replace(/^[^[]*/, ""),
  );
  await requireSmall(unpackedSize);
  // The tests in the examples are part of their tasks.
  const unwanted = files.filter(
    ({ path }: { path: string }) =>
      /\.cache|\.test\.|\.ts$/.test(path) && !/\.d\.ts$|^examples\/tasks\//.test(path),
  );
  if (unwanted.length > 0)
    throw new Error(`Cannot pack ${JSON.stringify(unwanted)}: not for users`);
  return join(folder, filename);
}

/** What is installed with the package: a tokenizer's tables once were half of it. */
async function requireSmall(unpackedSize: number): Promise<void> {
  let bytes = unpackedSize;
  for (const name of await dependencyNames()) {
    bytes += await sizeOf(join(root, "node_modules", name));
  }
  if (bytes <= MAX_INSTALLED) return;
  const megabytes = (bytes / 1e6).toFixed(1);
  throw new Error(
    `Cannot pack: an installation takes ${megabytes} MB, at most ${MAX_INSTALLED / 1e6}`,
  );
}

async function sizeOf(place: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

async function dependencyNames(): Promise<readonly string[]> {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return Object.keys(dependencies);
}

/** What `npm install TARBALL` leaves, without asking a registry. */
async function install(tarball: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "holdall"), { recursive: true });
  await runOrThrow("tar", ["xzf", tarball, "--strip-components=1", "-C", join(modules, "holdall")]);
  for (const name of await dependencyNames()) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(root, "node_modules", name), join(modules, name));
  }
}

async function useProgram(): Promise<void> {
  const program = join(folder, "node_modules/holdall/bin/holdall.cjs");
  for (const args of [["--version"], ["--help"], ["formats", "--json"]]) {
    const output = await runOrThrow(process.execPath, [program, ...args], { cwd: folder });
    if (output.trim() === "") throw new Error(`Cannot use the package: ${args} printed nothing`);
  }
}

async function useLibrary(): Promise<void> {
  const file = join(folder, "use.mjs");
  const { exports } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const entries = Object.keys(exports).filter((name) => exports[name].types !== undefined);
  const lines = entries.map((name) => {
    const module = JSON.stringify(join("holdall", name));
    return `if (Object.keys(await import(${module})).length === 0) throw new Error(${module});`;
  });
  await writeFile(file, lines.join("\n"));
  await runOrThrow(process.execPath, [file], { cwd: folder });
}

/** A small program of somebody else's, in TypeScript: it compiles strictly and does what it says. */
async function compileAgainst(): Promise<void> {
  await copyFile(join(root, "test/fixtures/library/program.ts"), join(folder, "program.mts"));
  await writeFile(join(folder, "documented.mts"), DOCUMENTED);
  // Whoever writes such a program has the types of Node.
  await mkdir(join(folder, "node_modules/@types"), { recursive: true });
  await symlink(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  await symlink(join(root, "node_modules/undici-types"), join(folder, "node_modules/undici-types"));
  const options = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--module",
    "nodenext",
    "--target",
    "es2022",
  ];
  const programs = ["program.mts", "documented.mts"];
  await runOrThrow("tsc", [...options, "--types", "node", ...programs], { cwd: folder });
  const output = await runOrThrow(process.execPath, ["program.mjs"], { cwd: folder });
  if (output.trim() !== "ok")
    throw new Error(`Cannot use the library: the program printed ${output}`);
}
