/**
 * Task bundles that lead out of their folder: by links alone and together, by empty folders, by patches, and by what
 * a program leaves. Nothing outside may be written, and nothing outside may be captured.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sha256 } from "../../src/base/hash.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";

const scratch = makeScratch();
let count = 0;

interface Content {
  readonly files?: Readonly<Record<string, string>>;
  /** Links as `path -> target`. */
  readonly links?: readonly string[];
  readonly emptyFolders?: readonly string[];
  readonly diff?: string;
}

/** A bundle in a folder of its own, in which nothing but results may appear. */
function createBundle({ files = { x: "x\n" }, links = [], emptyFolders = [], diff }: Content) {
  const cwd = path.join(scratch, `case-${count++}`);
  const listed = [
    ...Object.entries(files).map(([file, text]) => ({ path: file, ...digest(text) })),
    ...links.map((line) => {
      const [at = "", target = ""] = line.split(" -> ");
      return { path: at, ...digest(target), mode: "120000", target };
    }),
  ];
  const artifacts = {
    task: "task.md",
    summary: "summary.md",
    workspaceManifest: "workspace/manifest.json",
    ...(diff === undefined ? {} : { diff: "result.diff" }),
    workspaceFilesDir: "workspace/files",
  };
  const head = { schemaVersion: "0.2.0", id: "b", title: "b", createdAt: "2026-01-01T00:00:00Z" };
  const manifest = { capturedAt: "2026-01-01T00:00:00Z", root: "workspace/files", emptyFolders };
  writeFiles(path.join(cwd, "b"), {
    "bundle.json": JSON.stringify({ ...head, artifacts, workspace: { state: "before" } }),
    "task.md": "Do it.\n\n## Acceptance\n\n- done\n",
    "summary.md": "Done.\n",
    "workspace/manifest.json": JSON.stringify({ ...manifest, files: listed }),
    ...(diff === undefined ? {} : { "result.diff": diff }),
  });
  for (const [file, text] of Object.entries(files)) {
    writeFiles(path.join(cwd, "b/workspace/files"), { [file]: text });
  }
  writeFiles(cwd, { "secret.txt": "a secret of the host\n" });
  return { cwd, bundle: path.join(cwd, "b"), context: contextIn(cwd) };
}

function digest(text: string) {
  return { sha256: sha256(text), size: Buffer.byteLength(text) };
}

interface Validated {
  readonly issues: readonly { readonly code: string; readonly severity: string }[];
}

interface Runs {
  readonly runs: readonly {
    readonly bundle: string;
    readonly state: string;
    readonly reason: string | null;
    readonly leftOut: readonly { readonly path: string }[];
  }[];
}

const UP = "../".repeat(30);

/** Sets of links and folders of which at least one leads out, or lies where it cannot be. */
const hostile: Readonly<Record<string, Content>> = {
  "a link to the top, and one below it": {
    links: ["d -> .", `d/d/d/d/etc -> ../../../../etc`],
  },
  "a link below a link to a folder": { files: { "f/x": "" }, links: ["d -> f", "d/y -> x"] },
  "the parent of a link to the top": { links: ["a/s -> ..", "a/b/out -> ../s/../secret.txt"] },
  "a chain of links up": { links: ["a/1 -> ..", "b/2 -> ../a/1", "c/out -> ../b/2/.."] },
  "an absolute target": { links: ["out -> /etc"] },
  "a target with a backslash": { links: ["out -> a\\b"] },
  "a target above the top": { links: [`out -> ${UP}etc`] },
  "a target down and up": { links: ["out -> a/../../secret.txt"] },
  "links of one name in two cases": { links: ["D -> .", "d -> a/b", "l -> d/../../x"] },
  "a link below one of another case": { links: ["D -> .", "d/x -> ../y"] },
  "a link below one of another Unicode form": {
    links: ["\u00e9 -> .", "e\u0301/e\u0301/x -> ../../y"],
  },
  "a circle": { links: ["a -> b", "b -> a"] },
  "a very long chain": {
    links: Array.from({ length: 200 }, (_, n) => `l${n} -> l${n + 1}`),
  },
  "a file below a link": { files: { "d/x": "x\n" }, links: ["d -> e"] },
  "an empty folder above the top": { emptyFolders: ["../made"] },
  "an empty folder at an absolute path": { emptyFolders: ["/tmp/holdall-made"] },
  "an empty folder below a link": { links: ["d -> ."], emptyFolders: ["d/d/made"] },
  "an empty folder below a link that goes up": {
    links: ["a/d -> ..", "a/e -> d"],
    emptyFolders: ["a/e/made"],
  },
  "an empty folder in the place of a file": { emptyFolders: ["x"] },
  "an empty folder below a file": { emptyFolders: ["x/made"] },
};

for (const [name, content] of Object.entries(hostile)) {
  test(`a bundle is invalid, and nothing of it is laid out: ${name}`, async () => {
    const { cwd, bundle, context } = createBundle(content);
    const before = picture(cwd);
    const { exit, out } = await runOperation<Validated>(context, "task validate", { bundle });
    assert.notEqual(exit, 0);
    const codes = out.issues.map(({ code }) => code);
    assert.ok(codes.includes("E_LINK") || codes.includes("E_PATH"), codes.join());
    const refused = ["E_LINK", "E_PATH", "E_REPLAY", "E_INVALID"];
    const prepared = await codeOf(
      runOperation(context, "task replay prepare", { bundle, out: "laid" }),
    );
    assert.ok(refused.includes(prepared ?? ""), String(prepared));
    const ran = await codeOf(
      runOperation(context, "task run", {
        bundles: [bundle],
        command: ["c=true"],
        out: "runs",
      }),
    );
    assert.ok(refused.includes(ran ?? ""), String(ran));
    assert.deepEqual(picture(cwd), before);
  });
}

test("links that stay inside are laid out, through each other too", async () => {
  const { cwd, bundle, context } = createBundle({
    files: { "data/x": "x\n" },
    links: ["latest -> data", "a/up -> ../latest/x", "a/round -> ../data/../latest", "top -> ."],
    emptyFolders: ["logs/today", "data"],
  });
  const { exit, out } = await runOperation<Validated>(context, "task validate", { bundle });
  assert.deepEqual([exit, out.issues.filter(({ severity }) => severity === "error")], [0, []]);
  await runOperation(context, "task replay prepare", { bundle, out: "laid" });
  assert.equal(fs.readFileSync(path.join(cwd, "laid/a/up"), "utf8"), "x\n");
  assert.deepEqual(fs.readdirSync(path.join(cwd, "laid/logs")), ["today"]);
});

const newLink = (at: string, target: string) => `diff --git a/${at} b/${at}
new file mode 120000
--- /dev/null
+++ b/${at}
@@ -0,0 +1 @@
+${target}
\\ No newline at end of file
`;
const newFile = (at: string, text: string) => `diff --git a/${at} b/${at}
new file mode 100644
--- /dev/null
+++ b/${at}
@@ -0,0 +1 @@
+${text}
`;

/** Patches that lead out, with the place that a check then reads and writes. */
const patches: Readonly<Record<string, (cwd: string) => string>> = {
  "an absolute link": (cwd) => newLink("out", cwd),
  "a link up": () => newLink("out", `${UP}tmp`),
  "a link below a new folder": () => newLink("a/b/out", `../../${UP}tmp`),
  "two links that leave together": () => newLink("a/s", "..") + newLink("out", "a/s/.."),
  "a file through its own link": (cwd) => newLink("out", cwd) + newFile("out/made", "made"),
  "a file in the place of a link": (cwd) =>
    `diff --git a/x b/x
deleted file mode 100644
--- a/x
+++ /dev/null
@@ -1 +0,0 @@
-x
${newLink("x", cwd)}${newFile("x/made", "made")}`,
  "a rename through a link": (cwd) =>
    `${newLink("out", cwd)}diff --git a/x b/out/made
similarity index 100%
rename from x
rename to out/made
`,
  "a path above the top": () => newFile("../made", "made"),
  "an absolute path": (cwd) => newFile(`${cwd}/made`, "made"),
};

for (const [name, patch] of Object.entries(patches)) {
  test(`task judge writes and reads nothing outside: ${name}`, async () => {
    const probe = createBundle({});
    const { cwd, bundle, context } = createBundle({ diff: patch(probe.cwd) });
    const checks = [
      { name: "read", kind: "command", command: "cat out/secret.txt x/secret.txt" },
      { name: "write", kind: "command", command: "echo made > out/made || echo made > x/made" },
    ];
    fs.writeFileSync(path.join(cwd, "checks.json"), JSON.stringify({ checks }));
    const before = [picture(cwd), picture(probe.cwd)];
    try {
      const { out } = await runOperation<{ checks: readonly { passed: boolean }[] }>(
        context,
        "task judge",
        { bundle, checks: "checks.json", "allow-exec": true },
      );
      assert.equal(out.checks[0]?.passed, false, "nothing outside can be read");
    } catch (error) {
      assert.equal(Object(error).code, "E_IO"); // Git refuses the patch.
    }
    assert.deepEqual([picture(cwd), picture(probe.cwd)], before);
  });
}

/** Commands of a run that try to have files of the host captured, or to write there. */
const programs: Readonly<Record<string, (cwd: string) => string>> = {
  "links that lead out": (cwd) => `ln -s ${cwd} all; ln -s ${cwd}/secret.txt one; ln -s .. up`,
  "a link in the place of the project": (cwd) =>
    `here=$(pwd); cd ..; rm -rf "$here"; ln -s ${cwd} "$here"`,
  "another folder in the place of the project": (cwd) =>
    `here=$(pwd); cd ..; mv "$here" old; mkdir "$here"; cp ${cwd}/checks.json "$here"`,
  "settings for git, with a program": (cwd) =>
    `for at in ../git/git ../git; do mkdir -p $at/info; printf '[filter "f"]\\n clean = touch ${cwd}/made\\n' >> $at/config;
     echo '* filter=f' > $at/info/attributes; done; echo '* filter=f' > .gitattributes; echo y > x`,
  "a repository in a folder, with a program": (cwd) =>
    `git init -q sub; cd sub; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m m; echo y > y; git config core.fsmonitor "touch ${cwd}/made"`,
};

for (const [name, command] of Object.entries(programs)) {
  test(`task run captures no file of the host, and starts nothing: ${name}`, async () => {
    const { cwd, bundle, context } = createBundle({});
    const checks = [{ name: "read", kind: "command", command: "cat all/secret.txt one" }];
    fs.writeFileSync(path.join(cwd, "checks.json"), JSON.stringify({ checks }));
    const before = picture(cwd);
    const { out } = await runOperation<Runs>(context, "task run", {
      bundles: [bundle],
      command: [`c=${command(cwd)}`],
      out: "runs",
      checks: "checks.json",
      "allow-exec": true,
    });
    const [run] = out.runs;
    assert.ok(run !== undefined);
    if (run.state === "ran") {
      const text = Object.entries(allTexts(run.bundle)).map(([, each]) => each);
      assert.doesNotMatch(text.join("\n"), /a secret of the host/);
      assert.doesNotMatch(
        fs.readFileSync(path.join(run.bundle, "bundle.json"), "utf8"),
        /"success"/,
      );
    } else assert.match(run.reason ?? "", /replaced its folder/);
    fs.rmSync(path.join(cwd, "runs"), { recursive: true });
    assert.deepEqual(picture(cwd), before);
  });
}

/** The texts of all files of a folder. */
function allTexts(folder: string): Record<string, string> {
  const found = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    found
      .filter((each) => each.isFile())
      .map((each) => path.join(each.parentPath, each.name))
      .map((file) => [file, fs.readFileSync(file, "utf8")]),
  );
}

const settings = {
  ".env": "GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9\n",
  ".env.local": "A=1\n",
  ".ENVRC": "export A=1\n",
  "sub/.Env": "A=1\n",
  ".gemini/settings.json": "{}\n",
  ".claude/settings.json": "{}\n",
  ".codex/config.toml": "\n",
  ".opencode/plugins/x.js": "\n",
  "opencode.json": "{}\n",
  ".pi/extensions/x.js": "\n",
  ".mcp.json": "{}\n",
  ".cursor/mcp.json": "{}\n",
  ".vscode/tasks.json": "{}\n",
  ".github/hooks/x.json": "{}\n",
};

test("settings of agents and variables are laid out for --with-settings only, and are no deletion", async () => {
  const work = { x: "x\n", "AGENTS.md": "Be brief.\n", "GEMINI.md": "Be brief.\n" };
  const { cwd, bundle, context } = createBundle({ files: { ...work, ...settings } });
  const list = (out: string) =>
    Object.keys(allTexts(path.join(cwd, out)))
      .map((file) => path.relative(path.join(cwd, out), file))
      .sort();
  const { out } = await runOperation<Runs["runs"][number]>(context, "task replay prepare", {
    bundle,
    out: "plain",
  });
  assert.deepEqual(list("plain"), Object.keys(work).sort());
  assert.deepEqual(out.leftOut.map(({ path: file }) => file).sort(), Object.keys(settings).sort());
  const all = { bundle, out: "all", "with-settings": true };
  await runOperation(context, "task replay prepare", all);
  assert.deepEqual(list("all"), [...Object.keys(work), ...Object.keys(settings)].sort());

  const order = { bundles: [bundle], command: ["c=ls -A > seen; echo y > .env.mine"] };
  const ran = await runOperation<Runs>(context, "task run", { ...order, out: "runs" });
  const [run] = ran.out.runs;
  assert.equal(run?.leftOut.length, Object.keys(settings).length);
  const diff = fs.readFileSync(path.join(run?.bundle ?? "", "result.diff"), "utf8");
  assert.doesNotMatch(diff, /deleted file/);
  assert.match(diff, /\+\+\+ b\/\.env\.mine/, "what the program itself makes is its work");
  assert.match(diff, /^\+AGENTS\.md\n\+GEMINI\.md/m);
  const judged = path.join(cwd, "checks.json");
  const check = { name: "mine", kind: "file_contains", path: ".env.mine", text: "y" };
  fs.writeFileSync(judged, JSON.stringify({ checks: [check] }));
  const { exit } = await runOperation(context, "task judge", {
    bundle: run?.bundle,
    checks: judged,
  });
  assert.equal(exit, 0, "the captured run can be judged again");
  const kept = await runOperation<Runs>(context, "task run", {
    ...order,
    out: "kept",
    "with-settings": true,
  });
  assert.deepEqual(kept.out.runs[0]?.leftOut, []);
  const seen = fs.readFileSync(path.join(kept.out.runs[0]?.bundle ?? "", "result.diff"), "utf8");
  assert.match(seen, /^\+\.env$/m);
});

test("task pack captures no link that leads out together with others", async () => {
  const cwd = path.join(scratch, `case-${count++}`);
  const app = writeFiles(path.join(cwd, "app"), { "data/x": "x\n", ".env": "KEY=1\n" });
  for (const [at, target] of [
    ["latest", "data"],
    ["a/s", ".."],
    ["a/out", "s/../y"],
    ["abs", "/etc"],
    ["loop", "loop"],
  ] as const) {
    fs.mkdirSync(path.dirname(path.join(app, at)), { recursive: true });
    fs.symlinkSync(target, path.join(app, at));
  }
  writeFiles(cwd, { "t.md": "Do it.\n", "s.md": "Done.\n" });
  const { out } = await runOperation<{ skipped: readonly { readonly path: string }[] }>(
    contextIn(cwd),
    "task pack",
    { title: "t", task: "t.md", summary: "s.md", workspace: "app", out: "packed" },
  );
  const skipped = out.skipped.map(({ path: file }) => file).sort();
  assert.deepEqual(skipped, ["a/out", "abs", "loop"]);
  const checked = await runOperation(contextIn(cwd), "task validate", { bundle: "packed" });
  assert.equal(checked.exit, 0);
});
