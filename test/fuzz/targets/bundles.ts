import fs from "node:fs";
import path from "node:path";
import type { Sample } from "../../../src/formats/format.ts";
import { formatNames, loadFormat } from "../../../src/formats/registry.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { writeFiles } from "../../support/scratch.ts";
import { mutateLines } from "../mutate.ts";
import { endsWithCode, type FuzzTarget, pick } from "../target.ts";

/** Bundles and kits of every format with changed files, read by everything that reads one. */
const bundles: FuzzTarget = {
  async prepare(folder) {
    const context = contextIn(folder);
    const samples: Sample[] = [];
    for (const name of formatNames) samples.push(...(await loadFormat(name)).samples);
    await runOperation(context, "init");
    await runOperation(context, "state commit", { text: "We decided to keep the parser small" });
    await runOperation(context, "kit export", { out: "kit" });
    const kit = readFolder(path.join(folder, "kit"));
    return async (random) => {
      const files = { ...pick(random, [kit, kit, ...samples.map((sample) => sample.files)]) };
      for (let left = 1 + random(2); left > 0; left--) {
        const file = pick(random, Object.keys(files));
        files[file] = mutateLines(random, Buffer.from(files[file] ?? "").toString("utf8"));
      }
      fs.rmSync(path.join(folder, "hostile"), { recursive: true, force: true });
      writeFiles(path.join(folder, "hostile"), files);
      const bundle = { path: "hostile" };
      const run = (name: Parameters<typeof runOperation>[1], input: Record<string, unknown>) =>
        endsWithCode(runOperation(context, name, input));
      switch (random(6)) {
        case 0:
          return run("inspect", { ...bundle, markdown: true });
        case 1:
          return run("verify", bundle);
        case 2:
          return run("kit validate", bundle);
        case 3:
          return run("kit import", bundle);
        case 4:
          return run("memory import", bundle);
        default:
          await run("convert", { ...bundle, to: pick(random, formatNames), out: "converted" });
          fs.rmSync(path.join(folder, "converted"), { recursive: true, force: true });
      }
    };
  },
};

export default bundles;

function readFolder(folder: string): Record<string, string | Uint8Array> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name))]));
}
