import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../run.ts";

/** The licence of every package that was bundled, as each of them asks. */
export async function licencesOf(inputs: readonly string[]): Promise<string> {
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
