import assert from "node:assert/strict";
import { test } from "node:test";
import { createProtectedPathGuard, protectedPath, settingsPath } from "./protected-path.ts";

const protectedPaths = [
  ".git/config",
  "workspace/files/deep/.git/hooks/pre-commit",
  ".git",
  ".gitmodules",
  "a/.hg/hgrc",
  ".svn/entries",
  ".jj/repo",
  "x/.claude/settings.json",
  ".codex/config.toml",
  ".gemini/settings.json",
  ".opencode/plugin/a.ts",
  "opencode.json",
  ".pi/settings.json",
  ".cursor/mcp.json",
  ".vscode/tasks.json",
  ".github/hooks/x.json",
  "a/.GitHub/ho\u200coks",
  "GITHUB~1/hooks/x.json",
  ".mcp.json",
  ".holdall/ledger.sqlite",
  // Case, as on macOS and Windows.
  ".GIT/config",
  ".Git/config",
  ".gıt/config",
  // Unicode forms: full width, the Kelvin sign, the long s.
  "．ｇｉｔ/config",
  ".ｖscode/tasks.json",
  ".vſcode/tasks.json",
  // Characters that HFS+ ignores.
  ".g\u200cit/config",
  ".git\u200d/config",
  "\u206a.git/config",
  ".gi\ufefft/config",
  ".g\u{e0001}it/config",
  // What Windows drops at the end, and streams of NTFS.
  ".git./config",
  ".git /config",
  ".git. . /config",
  ".git::$INDEX_ALLOCATION/config",
  ".git:x/config",
  // Short names of Windows.
  "GIT~1/config",
  "git~2/config",
  "CLAUDE~1/settings.json",
  "VSCODE~1/tasks.json",
  "GITMOD~1",
  "gi7eb9~1",
  "MCP~1.JSO",
  // What the next run would move to the name in it.
  "..git.holdall-0a1b2c3d-1-0123456789ab.old/config",
  "x/.AGENTS.md.holdall-0a1b2c3d-12-0123456789ab.old",
];

for (const path of protectedPaths) {
  test(`protectedPath() refuses ${JSON.stringify(path)}`, () => {
    assert.notEqual(protectedPath(path), null);
  });
}

const ordinary = [
  "bundle.json",
  ".gitignore",
  ".gitattributes",
  ".github/workflows/ci.yml",
  ".env",
  ".npmrc",
  "AGENTS.md",
  "CLAUDE.md",
  "src/git/config.ts",
  "git/config",
  "claude/settings.json",
  "vscode/a.ts",
  "my.git/config",
  ".gitx",
  "a~1",
  "notes~1.txt",
  "file.ts~",
  "crushed.json",
  "docs/opencode.md",
  "transcript/raw/claude/a.jsonl",
  "日本語/メモ.md",
];

for (const path of ordinary) {
  test(`protectedPath() lets ${JSON.stringify(path)} pass`, () => {
    assert.equal(protectedPath(path), null);
  });
}

test("protectedPath() tells a workspace from the rest", () => {
  assert.equal(protectedPath("a/.HoldAll/x")?.isWorkspace, true);
  assert.equal(protectedPath(".git/x")?.isWorkspace, false);
});

test("createProtectedPathGuard() refuses a folder that git takes for a bare repository", () => {
  for (const paths of [
    ["x/HEAD", "x/config", "x/objects/a", "x/refs/heads/main"],
    ["refs/heads/main", "objects/a", "head"],
  ]) {
    const guard = createProtectedPathGuard();
    const refused = paths.filter((path) => guard.check(path, "file") !== null);
    assert.deepEqual(refused, [paths.at(-1)]);
  }
  const folders = createProtectedPathGuard();
  assert.equal(folders.check("x/objects", "folder"), null);
  assert.equal(folders.check("x/refs", "folder"), null);
  assert.notEqual(folders.check("x/HEAD", "file"), null);
});

test("createProtectedPathGuard() lets the parts of a repository pass in different folders", () => {
  const guard = createProtectedPathGuard();
  const paths = [
    "a/HEAD",
    "b/objects/x",
    "c/refs/x",
    "a/refs",
    "a/b/objects/x",
    "d/objects",
    "d/refs/x",
    "d/HEAD",
  ];
  assert.deepEqual(
    paths.filter((path) => guard.check(path, "file") !== null),
    [],
  );
});

test("settingsPath() names variables and settings at every depth, in every case and form", () => {
  const acting = [
    ".env",
    ".env.local",
    ".envrc",
    ".ENV",
    "sub/.env",
    ".env/x",
    ".e\u200dnv",
    ".env.",
    ".gemini/settings.json",
    "a/.Claude/settings.json",
    "opencode.json",
    ".vscode/tasks.json",
    ".github/hooks/x.json",
    ".GitHub/Hooks/x.json",
  ];
  for (const path of acting) assert.notEqual(settingsPath(path), null, path);
  const work = ["AGENTS.md", "GEMINI.md", "env", "x.env", "src/env.ts", ".github/workflows/ci.yml"];
  for (const path of work) assert.equal(settingsPath(path), null, path);
});
