/** Follows recipes of CONTRIBUTING.md in a copy of the source: what is written, the one line, and what then happens by itself. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { root } from "../../scripts/run.ts";
import { makeScratch } from "../support/scratch.ts";

const SCREEN = `import { Answered } from "../../answered.tsx";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";

/** The newest tides. */
export default function Tides({ params }: ScreenProps) {
  const answer = useCall({ operation: "thread list", input: {} });
  return (
    <Answered answer={answer} what="Reading the tides">
      {({ threads }) => <p class="tides-level">{params.id} {threads.length}</p>}
    </Answered>
  );
}
`;
const ENTRY = `  {
    path: "/tides/:id",
    title: "Tides of the pier",
    question: "Which tide is next?",
    command: "holdall thread list",
    group: null,
    load: () => import("./screens/tides/tides.tsx"),
  },
`;
const OPTION = `    shortest: z.boolean().default(false).describe("The shortest session first"),
`;

describe("recipes, followed in a copy of the source", () => {
  const copy = makeScratch();
  const at = (file: string) => path.join(copy, file);
  const replace = (file: string, text: string, other: string) => {
    const old = fs.readFileSync(at(file), "utf8");
    assert(old.includes(text), `${file} does not contain ${text}`);
    fs.writeFileSync(
      at(file),
      old.replace(text, () => other),
    );
  };
  const append = (file: string, line: string, added: string) => replace(file, line, line + added);
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  const evaluate = (code: string) => JSON.parse(run("--input-type=module", "--eval", code));

  before(() => {
    for (const name of ["src", "scripts"]) {
      fs.cpSync(path.join(root, name), at(name), { recursive: true });
    }
    for (const name of ["package.json", "node_modules"]) {
      fs.symlinkSync(path.join(root, name), at(name));
    }
  });

  test("an agent is a folder and a line: commands, tasks and the app know it", async () => {
    // A second pi under another name.
    fs.cpSync(at("src/agents/pi"), at("src/agents/plover"), { recursive: true });
    fs.renameSync(at("src/agents/plover/pi.ts"), at("src/agents/plover/plover.ts"));
    replace("src/agents/plover/plover.ts", 'id: "pi"', 'id: "plover"');
    replace("src/agents/plover/plover.ts", 'displayName: "pi"', 'displayName: "Plover CLI"');
    append(
      "src/agents/registry.ts",
      '  pi: () => import("./pi/pi.ts"),\n',
      '  plover: () => import("./plover/plover.ts"),\n',
    );
    const names = evaluate(`import { runnableNames } from "./src/tasks/run/agent-command.ts";
      console.log(JSON.stringify(await runnableNames()))`);
    assert(names.includes("plover"));
    assert.match(run("src/cli/main.ts", "sessions", "--help"), /plover/);
    assert.match(builtApp(), /Plover CLI/);
  });

  test("a screen is a folder and an entry: the app loads it, its style, and the docs list it", () => {
    fs.mkdirSync(at("src/app/screens/tides"));
    fs.writeFileSync(at("src/app/screens/tides/tides.tsx"), SCREEN);
    fs.writeFileSync(at("src/app/screens/tides/tides.css"), ".tides-level { color: red; }\n");
    append("src/app/screens.ts", "export const screens: readonly Screen[] = [\n", ENTRY);
    const built = builtApp();
    assert.match(built, /Tides of the pier/);
    assert.match(built, /Reading the tides/);
    assert.match(built, /\.tides-level\s*\{/);
    const table = evaluate(`import { screensTable } from "./scripts/docs/screens.ts";
      console.log(JSON.stringify(await screensTable()))`);
    assert.match(table, /Tides of the pier.*Which tide is next\?/);
  });

  test("an option is a key of the input: the command line takes it and explains it", () => {
    append("src/sessions/list-input.ts", "export const listInput = z.object({\n", OPTION);
    assert.match(
      run("src/cli/main.ts", "sessions", "--help"),
      /--shortest +The shortest session first/,
    );
  });

  /** Everything that a browser would load. */
  function builtApp(): string {
    evaluate(`import { buildWeb } from "./scripts/build/web.ts";
      await (await import("node:fs/promises")).mkdir("web", { recursive: true });
      console.log(JSON.stringify((await buildWeb("web")).length))`);
    const assets = at("web/app/assets");
    const names = fs.readdirSync(assets);
    return names.map((name) => fs.readFileSync(path.join(assets, name), "utf8")).join("\n");
  }
});
