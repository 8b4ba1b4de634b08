/** Which code a run with the real programs depends on, so that a run is repeated only when that code has changed. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { build, transform } from "esbuild";
import type { AgentName } from "./programs.ts";

const ROOT = path.join(import.meta.dirname, "../..");

/** Tables with a line for each agent: a new line changes nothing for the others. Versions are compared by themselves. */
const TABLES: ReadonlySet<string> = new Set([
  "src/agents/registry.ts",
  "test/agents/drivers/drivers.ts",
  "test/agents/programs.ts",
  "test/agents/readings/sessions/sessions.ts",
]);

/** Places in which a file or folder named after an agent is that agent's own. */
const OWN = ["src/agents/", "test/agents/drivers/", "test/agents/readings/sessions/"];
/** What is in those places and belongs to all agents. */
const SHARED: ReadonlySet<string> = new Set(["records", "driver", "files", "scripts", "common"]);
/** Agents that are read and written by the code of another. */
const FAMILY: Readonly<Partial<Record<AgentName, AgentName>>> = { kilo: "opencode" };

/** Hash of the code in some files that runs with these agents; comments, types and layout do not count. */
export async function codeHash(
  files: readonly string[],
  agents: readonly AgentName[],
): Promise<string> {
  const owners = new Set(agents.flatMap((name) => [name, FAMILY[name] ?? name]));
  const hash = createHash("sha256");
  for (const file of files) {
    const owner = ownerOf(file);
    if (TABLES.has(file) || (owner !== null && !owners.has(owner as AgentName))) continue;
    hash.update(`${file}\0${await codeOf(file)}\0`);
  }
  return hash.digest("hex");
}

/** The files of some places, in order; of a folder all code in it that is no test. */
export function filesIn(places: readonly string[]): readonly string[] {
  const files = places.flatMap((place) =>
    place.endsWith(".ts")
      ? [place]
      : fs
          .readdirSync(path.join(ROOT, place), { recursive: true, encoding: "utf8" })
          .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
          .map((file) => path.posix.join(place, file)),
  );
  return [...new Set(files)].sort();
}

/** The file itself and everything that it imports from some places, in order. */
export async function importsOf(
  entry: string,
  places: readonly string[],
): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    outdir: "unused",
    metafile: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  return Object.keys(metafile.inputs)
    .filter((file) => places.some((place) => file.startsWith(place)))
    .sort();
}

/** The agent that a file belongs to; null for one that is shared. */
function ownerOf(file: string): string | null {
  const place = OWN.find((each) => file.startsWith(each));
  if (place === undefined) return null;
  const [first = "", ...others] = file.slice(place.length).split("/");
  // Files beside the agents' folders belong to all of them.
  if (place === "src/agents/" && others.length === 0) return null;
  const owner = path.parse(first).name;
  return SHARED.has(owner) ? null : owner;
}

const known = new Map<string, string>();

async function codeOf(file: string): Promise<string> {
  const before = known.get(file);
  if (before !== undefined) return before;
  const source = fs.readFileSync(path.join(ROOT, file), "utf8");
  const { code } = await transform(source, { loader: "ts", minifyWhitespace: true });
  known.set(file, code);
  return code;
}
