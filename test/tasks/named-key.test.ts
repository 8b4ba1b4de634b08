/** The key that an agent's own settings name: a run gets it as it gets a login, and what to do is said where it is absent. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall } from "../support/warm-program.ts";

/** Codex without its model: it wants its key and the settings that name it, and writes down what else it got. */
const CODEX = `#!/bin/sh
if [ -z "$MOCK_KEY" ]; then
  echo 'Missing environment variable: \`MOCK_KEY\`.' >&2
  exit 1
fi
grep -q MOCK_KEY "$HOME/.codex/config.toml" && echo "$OTHER_KEY" > got.txt
`;

const cwd = makeScratch();
const home = path.join(cwd, "home");
const bin = path.join(cwd, "bin");
fs.mkdirSync(path.join(home, ".codex"), { recursive: true });
fs.mkdirSync(bin);
fs.writeFileSync(path.join(bin, "codex"), CODEX, { mode: 0o755 });
fs.writeFileSync(
  path.join(home, ".codex/config.toml"),
  'model_provider = "mock"\n[model_providers.mock]\nenv_key = "MOCK_KEY"\n[model_providers.other]\nenv_key = "OTHER_KEY"\n',
);
writeTaskBundle(path.join(cwd, "task"), { document: { workspace: { state: "before" } } });

const PATH = `${bin}:${process.env.PATH}`;
const env = { HOME: home, PATH, CODEX_HOME: undefined, MOCK_KEY: undefined };
const RUN = ["task", "run", "task", "--with", "codex", "--out", "runs"];

test("without the variable of its key, the run's next step names it, and --retry errors not alone", () => {
  const { code, stdout } = holdall(RUN, { cwd, env });
  assert.equal(code, 4);
  assert.match(stdout, /^error .*Missing environment variable: `MOCK_KEY`/m);
  const next = stdout.split("\n").filter((line) => line.startsWith("To run them again: "));
  assert.deepEqual(next, [
    "To run them again: set MOCK_KEY in your environment, and repeat the command with --env MOCK_KEY --retry errors",
  ]);
});

for (const kind of ["clean", "mine"]) {
  test(`a run with a ${kind} home gets the key that the user's settings name, and no other`, () => {
    const keys = { MOCK_KEY: "k-1", OTHER_KEY: "k-2" };
    const out = ["--home", kind, "--retry", "errors", "--out", `runs-${kind}`];
    const { code, stdout, stderr } = holdall([...RUN, ...out], { cwd, env: { ...env, ...keys } });
    assert.equal(code, 0, stdout + stderr);
    if (kind === "clean") assert.match(stdout, /Clean home with .*MOCK_KEY \(your variable\)/);
    const [name = ""] = fs.readdirSync(path.join(cwd, `runs-${kind}`));
    const bundle = path.join(cwd, `runs-${kind}`, name);
    const { run } = JSON.parse(fs.readFileSync(path.join(bundle, "bundle.json"), "utf8"));
    assert.deepEqual(run.home.variables, ["MOCK_KEY"]);
    const diff = fs.readFileSync(path.join(bundle, "result.diff"), "utf8");
    assert.match(diff, /got\.txt/);
    assert.doesNotMatch(diff, /k-2/);
  });
}
