/**
 * Writes what is made from the declarations: reference and manual pages, published schemas, the map of `src/` in
 * ARCHITECTURE.md and the output in `console` blocks.
 *
 *     npm run docs                      write everything
 *     npm run docs -- --pages           write without running the commands in `console` blocks
 *     npm run docs -- --texts           print every text that a person or a model reads, and write nothing
 *     node scripts/docs.ts --check      only list the files that are out of date
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { publishedSchemas } from "../src/formats/published-schemas.ts";
import { formatNames, loadFormat } from "../src/formats/registry.ts";
import { codesPage } from "./docs/codes.ts";
import { configurationPage } from "./docs/configuration.ts";
import { refreshed } from "./docs/console.ts";
import { conversionsPage, limitsPage, schemasPage } from "./docs/formats.ts";
import { gateTables } from "./docs/gate.ts";
import { handoffMatrixPage } from "./docs/handoff-matrix.ts";
import { openApi, statusByCode } from "./docs/http.ts";
import { decisionsIndex, formatsIndex } from "./docs/indexes.ts";
import { loadedExample } from "./docs/loaded-example.ts";
import { manPages } from "./docs/man.ts";
import { fill, GENERATED } from "./docs/markdown.ts";
import { mapOfModules } from "./docs/modules.ts";
import { namesPage } from "./docs/names.ts";
import { readingsPage } from "./docs/readings.ts";
import { commandSections, referencePages } from "./docs/reference.ts";
import { createScratch } from "./docs/scratch.ts";
import { screensTable } from "./docs/screens.ts";
import { secretsTable } from "./docs/secrets.ts";
import { allTexts } from "./docs/texts.ts";
import { root } from "./run.ts";

const { values } = parseArgs({
  options: {
    check: { type: "boolean" },
    write: { type: "boolean" },
    pages: { type: "boolean" },
    texts: { type: "boolean" },
  },
});
const files = await generatedFiles();
const stale = [...files].filter(([file, text]) => readOrNull(file) !== text).map(([file]) => file);
const unwanted = (await earlierFiles()).filter((file) => !files.has(file));

if (values.texts) {
  for (const line of await allTexts()) console.log(line);
} else if (values.check) {
  for (const file of stale) console.log(`stale: ${file}`);
  for (const file of unwanted) console.log(`no longer generated: ${file}`);
  if (stale.length + unwanted.length > 0)
    console.log("run npm run docs, and commit what it changed");
  process.exitCode = stale.length + unwanted.length === 0 ? 0 : 1;
} else {
  for (const file of unwanted) rmSync(join(root, file));
  for (const file of stale) write(file, files.get(file) ?? "");
  if (!values.pages) await refreshConsoles();
  console.log(`${files.size} generated files, ${stale.length} written, ${unwanted.length} removed`);
}

async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const formats = await Promise.all(formatNames.map(loadFormat));
  const schemas = formats.flatMap(publishedSchemas);
  const sections = await commandSections();
  return new Map([
    ["ARCHITECTURE.md", fill(readOrNull("ARCHITECTURE.md") ?? "", "map of src", mapOfModules())],
    ...referencePages(sections),
    ...manPages(sections),
    ["docs/app.md", fill(readOrNull("docs/app.md") ?? "", "screens", await screensTable())],
    ["docs/configuration.md", configurationPage()],
    [
      "docs/curator.md",
      fill(readOrNull("docs/curator.md") ?? "", "what a model reads", await loadedExample()),
    ],
    ["docs/gate.md", fill(readOrNull("docs/gate.md") ?? "", "labelled pairs", gateTables())],
    [
      "docs/secrets.md",
      fill(readOrNull("docs/secrets.md") ?? "", "secrets by command", await secretsTable()),
    ],
    ["docs/codes.md", codesPage()],
    ["docs/http.md", fill(readOrNull("docs/http.md") ?? "", "status by code", statusByCode())],
    ["docs/openapi.json", await openApi()],
    ["docs/names.md", await namesPage()],
    ["docs/handoff-matrix.md", handoffMatrixPage()],
    ["docs/readings.md", await readingsPage()],
    ["docs/decisions/README.md", decisionsIndex()],
    ["docs/formats/README.md", formatsIndex(formats)],
    ["docs/formats/limits.md", limitsPage(formats)],
    ["docs/formats/conversions.md", conversionsPage(formats)],
    ["docs/formats/schemas.md", schemasPage(formats, schemas)],
    ...schemas.map(
      ({ file, schema }) => [`schemas/${file}`, `${JSON.stringify(schema, null, 2)}\n`] as const,
    ),
  ]);
}

/** What an earlier run made: every schema, every manual page, and pages with our mark. */
async function earlierFiles(): Promise<string[]> {
  const schemas = await Array.fromAsync(glob("schemas/**/*.json", { cwd: root }));
  const pages = await Array.fromAsync(glob("docs/**/*.md", { cwd: root }));
  return [
    ...schemas,
    ...(await Array.fromAsync(glob("man/*.1", { cwd: root }))),
    ...pages.filter((file) => readOrNull(file)?.startsWith(`<!-- ${GENERATED} `)),
  ];
}

/** Puts real output into pages; the tests compare it, so `--check` need not run every command again. */
async function refreshConsoles(): Promise<void> {
  for await (const file of glob(["*.md", "docs/**/*.md"], { cwd: root })) {
    const old = readOrNull(file) ?? "";
    if (!old.includes("```console")) continue;
    const scratch = await createScratch(join(root, "src/cli/main.ts"));
    try {
      const fresh = await refreshed(old, scratch.run);
      if (fresh === old) continue;
      write(file, fresh);
      console.log(`new output in ${file}`);
    } finally {
      scratch.remove();
    }
  }
}

function readOrNull(file: string): string | null {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
