/**
 * Builds `dist/web`: the renderer of pages for Node, with the script and the style of the pages inside,
 * and `dist/web/app`, the web app, whose files a server offers at its root: `index.html` for every
 * address of the app, and `assets/` for its script, its style and the lazy parts.
 */
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { agentIds, loadAgent } from "../../src/agents/registry.ts";
import { providerNames } from "../../src/providers/registry.ts";
import { root } from "../run.ts";
import { licencesOf } from "./licences.ts";

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  legalComments: "none", // The licences are written in full, below.
  metafile: true,
  logLevel: "silent",
  write: false,
  jsx: "automatic",
  jsxImportSource: "preact",
} as const satisfies BuildOptions;

/** Browsers of the last two years. */
const browsers = ["chrome120", "firefox121", "safari17.4"];

/** The page of the app; it names its script and its style. */
const PAGE = "src/app/index.html";

/** A text that goes into another file, and what it was built from. */
interface Built {
  readonly text: string;
  readonly inputs: readonly string[];
}

/** Builds everything that pages and the app need into a folder; returns what went into it. */
export async function buildWeb(outdir: string): Promise<readonly string[]> {
  const [script, style] = await Promise.all([buildScript(), buildStyle()]);
  const renderer = await build({
    ...common,
    platform: "node",
    format: "cjs",
    target: "node22.18",
    entryPoints: ["src/web/static/render-page.tsx"],
    define: { PAGE_SCRIPT: JSON.stringify(script.text), PAGE_STYLE: JSON.stringify(style.text) },
  });
  const app = await buildApp(join(outdir, "app"));
  const inputs = [
    ...Object.keys(renderer.metafile.inputs),
    ...script.inputs,
    ...style.inputs,
    ...app,
  ];
  await writeFile(join(outdir, "render-page.cjs"), renderer.outputFiles[0]?.text ?? "");
  await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), await licencesOf(inputs));
  return inputs;
}

/** Writes the web app into a folder; returns what went into it. */
async function buildApp(outdir: string): Promise<readonly string[]> {
  const { outputFiles, metafile } = await build({
    ...common,
    platform: "browser",
    format: "esm",
    splitting: true,
    target: browsers,
    entryPoints: ["src/app/main.tsx", "src/app/app.css"],
    define: await adapterTables(),
    plugins: [styleImports],
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    outdir: join(outdir, "assets"),
  });
  await mkdir(join(outdir, "assets"), { recursive: true });
  for (const { path, contents } of outputFiles) await writeFile(path, contents);
  const nameOf = (pattern: RegExp) =>
    outputFiles.map(({ path }) => basename(path)).find((name) => pattern.test(name)) ?? "";
  const html = await readFile(join(root, PAGE), "utf8");
  await writeFile(
    join(outdir, "index.html"),
    html.replace("SCRIPT", nameOf(/^main-.*\.js$/)).replace("STYLE", nameOf(/^app-.*\.css$/)),
  );
  return [...Object.keys(metafile.inputs), PAGE];
}

/** Lets `@import` name styles by a pattern, so that a new one is a file and nothing else. */
const styleImports: Plugin = {
  name: "style-imports",
  setup({ onResolve, onLoad }) {
    const namespace = "styles";
    onResolve({ filter: /\*\.css$/ }, ({ path, importer }) => {
      return { path: join(dirname(importer), path), namespace };
    });
    onLoad({ filter: /.*/, namespace }, async ({ path }) => {
      const files = (await Array.fromAsync(glob(path))).sort();
      const contents = files.map((file) => `@import ${JSON.stringify(file)};\n`).join("");
      return { contents, loader: "css", resolveDir: root };
    });
  },
};

/** What the app offers of the registries, as constants of `src/app/known-adapters.ts`. */
async function adapterTables(): Promise<Readonly<Record<string, string>>> {
  const agents = await Promise.all(agentIds.map(loadAgent));
  const known = agents.map(({ id, displayName: name, writer, contextWindow, taskCommand }) => {
    const abilities = { receives: writer !== undefined, runs: taskCommand !== undefined };
    return { id, name, ...abilities, window: contextWindow };
  });
  return {
    KNOWN_AGENTS: JSON.stringify(known),
    PROVIDER_NAMES: JSON.stringify(providerNames),
  };
}

/** The script of the pages. */
async function buildScript(): Promise<Built> {
  const { outputFiles, metafile } = await build({
    ...common,
    platform: "browser",
    format: "iife",
    target: browsers,
    entryPoints: ["src/web/client/main.tsx"],
  });
  // Inside a document these would end the script. They are in strings and patterns, where an escape is the same.
  const text = (outputFiles[0]?.text ?? "").replaceAll(/<(?=\/script|script|!--)/gi, "\\x3c");
  return { text, inputs: Object.keys(metafile.inputs) };
}

async function buildStyle(): Promise<Built> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: ["src/web/style.css"],
  });
  return { text: outputFiles[0]?.text.trim() ?? "", inputs: Object.keys(metafile.inputs) };
}
