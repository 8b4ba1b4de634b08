/**
 * `node scripts/bench/digest/fetch-public.ts FOLDER [FROM]`: the public sessions that `public/sources.json` lists. FROM is a
 * folder with clones of their repositories (`OWNER+NAME`, `OWNER/NAME` or `NAME`, each a work tree or a bare repository), or
 * an address with the same paths; by default it is GitHub. A clone needs the commits of the list: `git fetch origin COMMIT`.
 * What cannot be had is named at the end. The labels about the sessions are in `public/`; the sessions are other people's, and
 * stay outside of this project. `HOLDALL_PUBLIC_SESSIONS=FOLDER npm run bench -- digest questions` reads them.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const sourcesSchema = z.array(
  z.object({
    file: z.string(),
    repository: z.string(),
    commit: z.string(),
    path: z.string(),
    /** The id under which git keeps the file. */
    blob: z.string(),
  }),
);
type Source = z.infer<typeof sourcesSchema>[number];

const MAX_BYTES = 64 * 1024 * 1024;

const [folder, from = "https://raw.githubusercontent.com"] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder that the sessions are written to");
const list = join(import.meta.dirname, "public/sources.json");
mkdirSync(folder, { recursive: true });
const missing: string[] = [];
for (const source of sourcesSchema.parse(JSON.parse(readFileSync(list, "utf8")))) {
  const { file, repository, commit, path, blob } = source;
  try {
    const content = existsSync(from) ? readFromClone(from, source) : await download(from, source);
    const id = createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
    if (id !== blob) throw new Error(`it is not the file that was labelled (${id})`);
    writeFileSync(join(folder, file), content);
    console.log(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split("\n").at(-1) : String(error);
    missing.push(`${file}: ${repository} at ${commit}, ${path}: ${reason}`);
  }
}
if (missing.length > 0) {
  console.error(`Missing ${missing.length} sessions:\n${missing.join("\n")}`);
  process.exitCode = 1;
}

/** The file as a clone has it; its own id finds it even if the commit is on no branch any more. */
function readFromClone(clones: string, { repository, blob }: Source): Buffer {
  const [owner = "", name = ""] = repository.split("/");
  const places = [`${owner}+${name}`, repository, name].flatMap((place) => [
    join(clones, place),
    join(clones, place, "repo"),
  ]);
  const clone = places.find(
    (place) => existsSync(join(place, "HEAD")) || existsSync(join(place, ".git")),
  );
  if (clone === undefined) throw new Error(`no clone of it in ${clones}`);
  const command = ["-C", clone, "cat-file", "blob", blob];
  return execFileSync("git", command, { maxBuffer: MAX_BYTES, stdio: ["ignore", "pipe", "pipe"] });
}

async function download(address: string, { repository, commit, path }: Source): Promise<Buffer> {
  const response = await fetch(`${address}/${repository}/${commit}/${path}`);
  if (!response.ok) throw new Error(`status ${response.status} of ${response.url}`);
  return Buffer.from(await response.arrayBuffer());
}
