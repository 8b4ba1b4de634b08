/**
 * Links in a project's own files, for every agent and every file that is written there. A project may come from
 * anyone: nothing is written, removed or read through them. The user's own settings may be links.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { HostPlace } from "../../src/agents/host.ts";
import { hostIds, hosts } from "../../src/agents/registry.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
let count = 0;

/** A home with a project, and the settings of the user elsewhere in it. */
function createHomeFolder() {
  const home = path.join(scratch, `home-${count++}`);
  writeFiles(home, { "project/README.md": "A project\n", "elsewhere/file": "{}\n" });
  const project = path.join(home, "project");
  const env = {
    HOME: home,
    CODEX_HOME: undefined,
    CLAUDE_CONFIG_DIR: undefined,
    XDG_CONFIG_HOME: undefined,
    GEMINI_CLI_HOME: undefined,
  };
  const start = { cwd: project, env };
  return { home, project, run: (...args: string[]) => holdallJson(args, start) };
}

const place: HostPlace = { scope: "project", project: "/p", home: "/h", env: {} };

/** Every file of a project that is written, with the command that writes it. */
const targets = hostIds.flatMap((host) => {
  const files = [
    ["mcp", hosts[host].servers?.file(place) ?? null],
    ["hooks", hosts[host].hooks?.file(place) ?? null],
  ] as const;
  return files.flatMap(([command, file]) =>
    file === null ? [] : [{ host, command, file: path.relative("/p", file) }],
  );
});

/** Ways in which a link can take the place of a file or of a folder above it. */
const setups: Readonly<Record<string, (home: string, file: string) => boolean>> = {
  "the file is a link to a file elsewhere": (home, file) =>
    link(path.join(home, "elsewhere/file"), path.join(home, "project", file)),
  "the file is a link to nothing": (home, file) =>
    link(path.join(home, "elsewhere/absent"), path.join(home, "project", file)),
  "the file is a link to the user's own settings": (home, file) =>
    link(path.join(home, ".bashrc"), path.join(home, "project", file)),
  "the file is a link to a file of the project": (home, file) =>
    link(path.join(home, "project/inside.json"), path.join(home, "project", file)),
  "the file is a link to a program that git runs": (home, file) =>
    link(path.join(home, "project/.git/hooks/pre-commit"), path.join(home, "project", file)),
  "a folder above it is a link": (home, file) =>
    file.includes("/") &&
    link(path.join(home, "elsewhere"), path.join(home, "project", file.split("/", 1)[0] ?? "")),
  "a folder above it is a link to nothing": (home, file) =>
    file.includes("/") &&
    link(path.join(home, "gone"), path.join(home, "project", file.split("/", 1)[0] ?? "")),
  "a folder above it is a link within the project": (home, file) =>
    file.includes("/") &&
    link(
      path.join(home, "project/inside"),
      path.join(home, "project", file.split("/", 1)[0] ?? ""),
    ),
  "the folder of the file is a link": (home, file) =>
    file.split("/").length > 2 &&
    link(path.join(home, "elsewhere"), path.join(home, "project", path.dirname(file))),
};

function link(target: string, at: string): boolean {
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.symlinkSync(target, at);
  return true;
}

function codeIn({ json }: { readonly json: Readonly<Record<string, unknown>> }): unknown {
  return Object(json.error).code;
}

for (const { host, command, file } of targets) {
  for (const [name, setUp] of Object.entries(setups)) {
    const { home, run } = createHomeFolder();
    writeFiles(home, {
      ".bashrc": "{}\n",
      "project/inside.json": "{}\n",
      "project/inside/x": "",
      "project/.git/hooks/pre-commit": "{}\n",
    });
    if (!setUp(home, file)) continue;
    test(`${command} install --${host} follows no link: ${name}`, () => {
      const before = picture(home);
      const installed = run(command, "install", `--${host}`);
      assert.equal(codeIn(installed), "E_LINK", installed.stdout);
      assert.deepEqual(picture(home), before);
      assert.equal(codeIn(run(command, "install", `--${host}`, "--dry-run")), "E_LINK");
      assert.equal(codeIn(run(command, "uninstall", `--${host}`)), "E_LINK");
      if (command === "hooks") {
        const status = run("hooks", "status", `--${host}`, "--scope", "project");
        assert.deepEqual(status.json.hooks, []);
      }
      assert.deepEqual(picture(home), before);
    });
  }
}

for (const { host, command } of targets) {
  test(`${command} install --${host} --scope user writes to where the user's own link leads`, () => {
    const { home, run } = createHomeFolder();
    const [planned] = run(command, "install", `--${host}`, "--scope", "user", "--dry-run").json
      .changes as { file: string }[];
    const file = planned?.file ?? "";
    writeFiles(home, { "dotfiles/settings": "", "dotfiles/plugins/.keep": "" });
    const isPlugin = file.endsWith(".js"); // All of it is ours, so that its folder is what a user may have linked.
    const kept = path.join(home, isPlugin ? "dotfiles/plugins" : "dotfiles/settings");
    const linked = isPlugin ? path.dirname(file) : file;
    link(kept, linked);
    assert.equal(run(command, "install", `--${host}`, "--scope", "user").code, 0);
    assert.ok(fs.lstatSync(linked).isSymbolicLink(), "the link stays");
    assert.match(
      fs.readFileSync(isPlugin ? path.join(kept, "holdall.js") : kept, "utf8"),
      /holdall/,
    );
  });
}

test("hooks install does not change a file that has another name outside the project", () => {
  const { home, project, run } = createHomeFolder();
  fs.mkdirSync(path.join(project, ".claude"));
  fs.linkSync(path.join(home, "elsewhere/file"), path.join(project, ".claude/settings.json"));
  assert.equal(run("hooks", "install", "--claude").code, 0);
  assert.equal(fs.readFileSync(path.join(home, "elsewhere/file"), "utf8"), "{}\n");
});

test("hooks install serves a user who works in their own folder, whose settings are links", () => {
  const { home, run } = createHomeFolder();
  writeFiles(home, { "dotfiles/settings.json": "{}\n" });
  link(path.join(home, "dotfiles/settings.json"), path.join(home, ".claude/settings.json"));
  assert.equal(run("-C", home, "hooks", "install", "--claude").code, 0);
  assert.match(fs.readFileSync(path.join(home, "dotfiles/settings.json"), "utf8"), /holdall/);
});
