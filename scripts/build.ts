/**
 * Builds what the package ships: `dist/cli` (the program with all it needs in one file, because every
 * further file costs a start most of a millisecond; operations and formats in it run when asked for)
 * and `dist/lib` (the library, with its declarations).
 */
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { root, runOrThrow } from "./run.ts";

/** Large and seldom needed: files of their own, loaded by the first dynamic import. */
const apart: Readonly<Record<string, string>> = {
  "o200k-base": join(root, "src/base/token-counters/o200k-base.ts"),
  "age-encryption": "age-encryption",
};

const keepApart: Plugin = {
  name: "keep-apart",
  setup(on) {
    on.onResolve({ filter: /./ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return null;
      const target = path.startsWith(".") ? join(resolveDir, path) : path;
      const name = Object.keys(apart).find((each) => apart[each] === target);
      return name === undefined ? null : { path: `./${name}.js`, external: true };
    });
  },
};

/**
 * Takes Node's own modules from Node itself, and of them only what is used. An ES import of one makes
 * Node load everything that the module offers lazily, which costs a start some milliseconds.
 */
const directBuiltins: Plugin = {
  name: "direct-builtins",
  setup(on) {
    on.onResolve({ filter: /^[a-z_/:]+$/ }, ({ path, kind }) =>
      isBuiltin(path)
        ? {
            path: path.replace(/^node:/, ""),
            namespace: kind === "require-call" ? "required" : "imported",
          }
        : null,
    );
    on.onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("node:${path}");`,
    }));
    on.onLoad({ filter: /./, namespace: "imported" }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(`node:${path}`) ?? {}).filter((name) =>
        /^\w+$/.test(name),
      );
      const lines = names.map((name) => `export const ${name} = /* @__PURE__ */ take("${name}");`);
      return {
        contents: `const module = process.getBuiltinModule("node:${path}");
          const take = (name) => module[name];
          export default module;
          ${lines.join("\n")}`,
      };
    });
  },
};

const dist = join(root, "dist");
const launcher = join(root, "bin/holdall.cjs");

try {
  await buildAll();
  await linkLauncher();
  await startOnce();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function buildAll(): Promise<void> {
  await mkdir(dist, { recursive: true });
  // Built aside and moved into place, so that a holdall in use meanwhile finds whole folders.
  const aside = await mkdtemp(join(dist, ".building-"));
  try {
    await Promise.all([buildProgram(join(aside, "cli")), buildLibrary(join(aside, "lib"))]);
    for (const name of ["cli", "lib"]) {
      await rm(join(dist, name), { recursive: true, force: true });
      await rename(join(aside, name), join(dist, name));
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function buildProgram(outdir: string): Promise<void> {
  const options = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: "node",
    target: "node22.18",
    minifySyntax: true,
    minifyWhitespace: true,
    minifyIdentifiers: true, // A third less to read at every start.
    legalComments: "none", // The licences are written whole, below.
    metafile: true,
    logLevel: "silent",
    // Parts of it have no licence file to carry along; whoever installs the package has it anyway.
    external: ["pg"],
  } as const satisfies BuildOptions;
  const builds = await Promise.all([
    build({
      ...options,
      // The module loader costs a start milliseconds that `require` does not.
      format: "cjs",
      outExtension: { ".js": ".cjs" },
      entryPoints: ["src/cli/main.ts"],
      plugins: [directBuiltins, keepApart],
    }),
    build({ ...options, format: "esm", entryPoints: apart, plugins: [directBuiltins] }),
  ]);
  const inputs = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), await licencesOf(inputs));
}

/** The licence of every package that was bundled, as each of them asks. */
async function licencesOf(inputs: readonly string[]): Promise<string> {
  const folders = inputs.flatMap(
    (input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [],
  );
  const texts: string[] = [];
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version } = JSON.parse(
      await readFile(join(root, folder, "package.json"), "utf8"),
    );
    const file = (await readdir(join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`Cannot bundle ${name}: it has no licence file`);
    texts.push(`${name} ${version}\n\n${await readFile(join(root, folder, file), "utf8")}`);
  }
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function buildLibrary(outdir: string): Promise<void> {
  await runOrThrow("tsc", ["-p", "tsconfig.lib.json", "--outDir", outdir]);
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

/** Proves that the program starts, and fills the compile cache for the first real start. */
async function startOnce(): Promise<void> {
  await rm(join(dist, ".cache"), { recursive: true, force: true });
  await runOrThrow(process.execPath, [launcher, "--help"]);
}
