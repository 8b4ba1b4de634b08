/**
 * Builds `dist/cli`: the program in a few parts, each with all it needs. Operations and formats in them run when
 * they are needed.
 */
import { createHash } from "node:crypto";
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { build, type Metafile, type OutputFile, type Plugin, transform } from "esbuild";
import { root } from "../run.ts";
import { licencesOf } from "./licences.ts";
import { withPlainExports } from "./plain-exports.ts";
import { programVocabulary, VOCABULARY_ORIGIN, writeVocabulary } from "./vocabulary.ts";

/** Operations that are there with the start: `inspect` is the quickest answer about a bundle. */
const near = ["bundle/inspect", "present/bundle", "complete/complete"];
/** The other operations on bundles: a part that stays small, however many operations of other kinds there are. */
const onBundles = ["verify", "diff", "convert", "pack", "unpack", "sign", "seal", "open"]
  .map((name) => `bundle/${name}`)
  .concat("task/validate");
/** The check that a hook makes at the start of every session, in a part of its own. */
const FRESH = ["context/fresh", "present/context"];
/** The format that is there with the start; a bundle of another one loads the part with all the others. */
const NEAR_FORMAT = "working-context";
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\(\s*"([^"]+)",?\s*\)/g;
const operationFile = /\/src\/(?:operations|cli)\/((?:[\w-]+\/)+[\w-]+)\.ts$/;
const formatFile = /\/src\/formats\/([\w-]+)\/\1\.ts$/;
/** Parts of their own: what is large and seldom needed, and the command that people wait for most. */
const apart = [
  join(root, "src/operations/handoff/handoff.ts"),
  join(root, "src/cli/present/handoff.ts"),
  "age-encryption",
  join(root, "src/base/token-counters/o200k-base.ts"),
  join(root, "src/formats/ai-context/read.ts"),
  join(root, "src/mcp/serve.ts"),
  join(root, "src/http/serve.ts"),
];

/** Parts that contain many files, each of which runs when it is asked for. */
const PARTS = ["far", "bundles", "formats", "fresh"] as const;
const PART = new RegExp(`^(?:${PARTS.join("|")})$`);

/**
 * Decides at each dynamic import where the program is taken apart. Everywhere else the import runs
 * code that is in the same part: every further file costs a start half a millisecond.
 */
const takeApart: Plugin = {
  name: "take-apart",
  setup(on) {
    on.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      const contents = text.replaceAll(DYNAMIC_IMPORT, (statement, name) => {
        const target = name.startsWith(".") ? join(path, "..", name) : name;
        if (apart.includes(target)) return statement;
        const part = partOf(target);
        if (part === null) return `Promise.resolve().then(() => require("${name}"))`;
        return `import("${part}").then(({ load }) => load["${relative(root, target)}"]())`;
      });
      return { contents, loader: "ts" };
    });
    on.onResolve({ filter: PART }, ({ path }) => ({ path, namespace: "part" }));
    on.onLoad({ filter: PART, namespace: "part" }, async ({ path }) => {
      const lines = (await filesOf(path)).map((file) => `"${file}": () => require("./${file}"),`);
      return { contents: `export const load = { ${lines.join("\n")} };`, resolveDir: root };
    });
  },
};

/** The part that a file is in which is imported when it is needed; null for that of its importer. */
function partOf(file: string): (typeof PARTS)[number] | null {
  const format = formatFile.exec(file)?.[1];
  if (format !== undefined) return format === NEAR_FORMAT ? null : "formats";
  const name = operationFile.exec(file)?.[1];
  if (name === undefined || near.includes(name)) return null;
  if (FRESH.includes(name)) return "fresh";
  return onBundles.includes(name) ? "bundles" : "far";
}

/** What operations and registries import when it is needed, of one part. */
async function filesOf(part: string): Promise<readonly string[]> {
  const files = new Set<string>();
  for await (const importer of glob("src/{operations,cli,formats}/**/*.ts", { cwd: root })) {
    if (importer.endsWith(".test.ts")) continue;
    const text = await readFile(join(root, importer), "utf8");
    for (const [, name = ""] of text.matchAll(DYNAMIC_IMPORT)) {
      const file = join(importer, "..", name);
      if (partOf(join(root, file)) === part) files.add(file);
    }
  }
  return [...files].sort();
}

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

/** Takes the tokens of the vocabulary from a file beside the parts: nothing of it has to be compiled. */
const tokensFromFile: Plugin = {
  name: "tokens-from-file",
  setup(on) {
    on.onLoad({ filter: /\/token-counters\/o200k-tokens\.ts$/ }, () => ({
      contents: programVocabulary,
    }));
    on.onResolve({ filter: /\.bin$/ }, ({ path }) => ({ path, external: true }));
  },
};

const TARGET = "node22.18";
/** What parts share has a file of its own only where it is longer. */
const SMALL = 64 * 1024;
const FIRST = "main.cjs";
const SHARED = "shared.cjs";

/** Builds the program into a folder; returns what went into it. */
export async function buildProgram(outdir: string): Promise<readonly string[]> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    outdir,
    bundle: true,
    platform: "node",
    target: TARGET,
    minify: true, // A third less to read at every start.
    legalComments: "none", // The licences are written whole, below.
    metafile: true,
    logLevel: "silent",
    write: false,
    splitting: true,
    format: "esm",
    outExtension: { ".js": ".cjs" },
    entryPoints: ["src/cli/main.ts"],
    // Parts of it have no licence file to carry along; whoever installs the package has it anyway.
    // Pages are rendered by what is built into dist/web.
    external: ["pg", "#pages"],
    // Its other form loads its own files in a way that cannot be bundled.
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    plugins: [directBuiltins, tokensFromFile, takeApart],
  });
  await mkdir(outdir, { recursive: true });
  await writeParts(outputFiles, metafile);
  await writeVocabulary(outdir);
  const overview = await buildOverview(outdir);
  const inputs = Object.keys(metafile.inputs);
  await writeFile(
    join(outdir, "THIRD-PARTY-LICENSES.txt"),
    await licencesOf([...inputs, VOCABULARY_ORIGIN]),
  );
  return [...inputs, ...overview];
}

/**
 * Writes the parts. Every file costs a start half a millisecond, so small ones that parts share are functions
 * which run when somebody asks for them: in the first part those that every start needs, the others in one file.
 */
async function writeParts(files: readonly OutputFile[], { outputs }: Metafile): Promise<void> {
  const names = new Map(Object.keys(outputs).map((output) => [basename(output), output]));
  const needed = neededBy(names.get(FIRST) ?? "", outputs);
  const near: string[] = [];
  const far: string[] = [];
  let first = "";
  for (const { path, text } of files) {
    const name = basename(path);
    const code = await asCommonJs(text);
    const entry = `"./${name}":function(require,module,exports){${code}\n}`;
    if (name === FIRST) first = code;
    else if (!name.startsWith("chunk-") || code.length >= SMALL)
      await writeFile(path, asPart(code));
    else if (needed.has(names.get(name) ?? "")) near.push(entry);
    else {
      far.push(entry);
      near.push(`"./${name}":(...given)=>require("./${SHARED}")["./${name}"](...given)`);
    }
  }
  const folder = dirname(files[0]?.path ?? "");
  await writeFile(join(folder, SHARED), asPart(`module.exports={${far.join(",\n")}};`));
  await writeFile(join(folder, FIRST), asPart(`require.shared={${near.join(",\n")}};${first}`));
}

/** What an output cannot be loaded without. */
function neededBy(output: string, outputs: Metafile["outputs"], found = new Set<string>()) {
  for (const { path, kind } of outputs[output]?.imports ?? []) {
    if (kind !== "import-statement" || found.has(path)) continue;
    found.add(path);
    neededBy(path, outputs, found);
  }
  return found;
}

/** The first screen, which the launcher prints by itself; it shares no part, so that nothing else is read. */
async function buildOverview(outdir: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    outfile: join(outdir, "overview.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: TARGET,
    minify: true,
    metafile: true,
    logLevel: "silent",
    entryPoints: ["src/cli/overview.ts"],
    plugins: [directBuiltins],
  });
  return Object.keys(metafile.inputs);
}

/** CommonJS, because the loader of ES modules costs a start milliseconds. */
async function asCommonJs(text: string): Promise<string> {
  const required = text.replaceAll(
    /\bimport\(("\.\/[\w-]+\.cjs")\)/g,
    "Promise.resolve().then(()=>require($1))",
  );
  const { code } = await transform(required, { format: "cjs", target: TARGET, minify: true });
  return withPlainExports(code);
}

/** A part as bin/load.cjs takes it: after the hash of its text. */
function asPart(code: string): string {
  return `// ${createHash("sha256").update(code).digest("hex")}    \n${code}`;
}
