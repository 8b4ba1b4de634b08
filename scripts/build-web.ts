/** Builds `dist/web`: the renderer of pages for Node, with the script and the style of the pages inside. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { licencesOf } from "./licences.ts";
import { root } from "./run.ts";

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

/** Builds everything that pages need into a folder. */
export async function buildWeb(outdir: string): Promise<void> {
  const [script, style] = await Promise.all([buildScript(), buildStyle()]);
  const renderer = await build({
    ...common,
    platform: "node",
    format: "cjs",
    target: "node22.18",
    entryPoints: ["src/web/static/render-page.tsx"],
    define: { PAGE_SCRIPT: JSON.stringify(script.text), PAGE_STYLE: JSON.stringify(style) },
  });
  await mkdir(outdir, { recursive: true });
  const inputs = [...Object.keys(renderer.metafile.inputs), ...script.inputs];
  await writeFile(join(outdir, "render-page.cjs"), renderer.outputFiles[0]?.text ?? "");
  await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), await licencesOf(inputs));
}

/** The script of the pages, for browsers of the last two years. */
async function buildScript(): Promise<{
  readonly text: string;
  readonly inputs: readonly string[];
}> {
  const { outputFiles, metafile } = await build({
    ...common,
    platform: "browser",
    format: "iife",
    target: ["chrome120", "firefox121", "safari17.4"],
    entryPoints: ["src/web/client/main.tsx"],
  });
  // Inside a document these would end the script. They are in strings and patterns, where an escape is the same.
  const text = (outputFiles[0]?.text ?? "").replaceAll(/<(?=\/script|script|!--)/gi, "\\x3c");
  return { text, inputs: Object.keys(metafile.inputs) };
}

async function buildStyle(): Promise<string> {
  const { outputFiles } = await build({ ...common, entryPoints: ["src/web/style.css"] });
  return outputFiles[0]?.text.trim() ?? "";
}
