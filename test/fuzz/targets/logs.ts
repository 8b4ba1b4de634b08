import fs from "node:fs";
import path from "node:path";
import { contextIn, runOperation } from "../../support/operations.ts";
import { mutateLines } from "../mutate.ts";
import { endsWithCode, type FuzzTarget, pick } from "../target.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures/agents");

/** Logs of every agent with changed records, imported and handed over. */
const logs: FuzzTarget = {
  async prepare(folder) {
    const context = contextIn(folder);
    await runOperation(context, "init");
    const sources = fs
      .readdirSync(fixtures, { recursive: true, encoding: "utf8" })
      .filter((name) => /\/home\/.*\.jsonl?$/.test(name))
      .map((name) => path.join(fixtures, name));
    return async (random) => {
      const source = pick(random, sources);
      const file = path.join(folder, `hostile${path.extname(source)}`);
      fs.writeFileSync(file, mutateLines(random, fs.readFileSync(source, "utf8")));
      if (random(3) > 0)
        return endsWithCode(
          runOperation(context, "import", { from: file, state: random(4) === 0 }),
        );
      const out = path.join(folder, "page.md");
      await endsWithCode(runOperation(context, "handoff", { from: file, to: out }));
      fs.rmSync(out, { force: true });
    };
  },
};

export default logs;
