/**
 * `node scripts/bench/digest/fetch-public.ts FOLDER [ADDRESS]`: the public sessions that `public/sources.json` lists, from
 * GitHub or from an address with the same paths. The labels about them are in `public/`; the sessions are other people's, and
 * stay outside of this project. `HOLDALL_PUBLIC_SESSIONS=FOLDER npm run bench -- digest questions` reads them.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

const [folder, address = "https://raw.githubusercontent.com"] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder that the sessions are written to");
const list = join(import.meta.dirname, "public/sources.json");
mkdirSync(folder, { recursive: true });
for (const source of sourcesSchema.parse(JSON.parse(readFileSync(list, "utf8")))) {
  const { file, repository, commit, path, blob } = source;
  const response = await fetch(`${address}/${repository}/${commit}/${path}`);
  const content = Buffer.from(await response.arrayBuffer());
  const id = createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
  if (id !== blob) throw new Error(`${response.status}, not the session: ${response.url}`);
  writeFileSync(join(folder, file), content);
  console.log(file);
}
