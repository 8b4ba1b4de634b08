import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { openCommits, openRepository } from "./open-repository.ts";

let scratch = "";
let project = "";
/** Another repository of the user, with a file that no project may read. */
let other = "";

before(() => {
  scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "repository-")));
});
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

beforeEach(() => {
  const place = fs.mkdtempSync(path.join(scratch, "case-"));
  project = create(path.join(place, "project"));
  other = create(path.join(place, "other"));
  fs.writeFileSync(path.join(other, "secret.txt"), "secret\n");
});

function create(folder: string): string {
  fs.mkdirSync(folder);
  git(folder, "init", "-q", "-b", "main");
  fs.writeFileSync(path.join(folder, "a.txt"), "a\n");
  git(folder, "add", "a.txt");
  git(folder, "commit", "-q", "-m", "one");
  return folder;
}

function git(folder: string, ...args: string[]): string {
  const settings = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
  const allowed = ["-c", "protocol.file.allow=always"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", ["-C", folder, ...settings, ...allowed, ...args], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}

/** What a stranger may have prepared in the folder of a project. */
const leadOuts: Readonly<Record<string, () => void>> = {
  "core.worktree with a path": () => git(project, "config", "core.worktree", other),
  "core.worktree with the folder above": () => git(project, "config", "core.worktree", "../.."),
  "core.worktree with a folder that does not exist": () =>
    git(project, "config", "core.worktree", "/nowhere"),
  "core.worktree in config.worktree": () => {
    git(project, "config", "extensions.worktreeConfig", "true");
    git(project, "config", "--worktree", "core.worktree", other);
  },
  "a .git file that names another repository": () => {
    fs.rmSync(path.join(project, ".git"), { recursive: true });
    fs.writeFileSync(path.join(project, ".git"), `gitdir: ${other}/.git\n`);
  },
  "a .git that is a link": () => {
    fs.rmSync(path.join(project, ".git"), { recursive: true });
    fs.symlinkSync(`${other}/.git`, path.join(project, ".git"));
  },
  commondir: () => fs.writeFileSync(path.join(project, ".git/commondir"), `${other}/.git\n`),
  "commondir with a gitdir of its own": () => {
    fs.writeFileSync(path.join(project, ".git/commondir"), `${other}/.git\n`);
    fs.writeFileSync(path.join(project, ".git/gitdir"), `${project}/.git\n`);
  },
  alternates: () => {
    const file = path.join(project, ".git/objects/info/alternates");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${other}/.git/objects\n`);
  },
  "alternates of alternates": () => {
    const objectsFolder = path.join(project, ".git/objects/info");
    const more = path.join(project, ".git/more/info");
    for (const folder of [objectsFolder, more]) fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(objectsFolder, "alternates"), "../more\n");
    fs.writeFileSync(path.join(more, "alternates"), `${other}/.git/objects\n`);
  },
  "an included file elsewhere": () =>
    git(project, "config", "include.path", `${other}/.git/config`),
  "a conditional include": () =>
    git(project, "config", `includeIf.gitdir:${project}/.path`, `${other}/.git/config`),
  "a link to another index": () => link(".git/index", `${other}/.git/index`),
  "a link to other objects": () => link(".git/objects", `${other}/.git/objects`),
  "a link to one folder of objects": () => link(".git/objects/aa", `${other}/.git/objects`),
};

function link(name: string, target: string): void {
  const file = path.join(project, name);
  fs.rmSync(file, { recursive: true, force: true });
  fs.symlinkSync(target, file);
}

for (const [name, prepare] of Object.entries(leadOuts)) {
  test(`openRepository() refuses ${name}`, async () => {
    prepare();
    await assert.rejects(openRepository(project), { code: "E_REPOSITORY" });
  });
}

async function trackedIn(folder: string): Promise<string> {
  return `${await (await openRepository(folder))?.run(["ls-files"])}`;
}

test("openRepository() opens a repository, also from a folder inside it", async () => {
  fs.mkdirSync(path.join(project, "src"));
  assert.equal((await openRepository(path.join(project, "src")))?.root, project);
  assert.equal(await trackedIn(project), "a.txt\n");
});

test("openRepository() opens a folder of git worktree, and a submodule", async () => {
  const worktree = path.join(path.dirname(project), "worktree");
  git(project, "worktree", "add", "-q", worktree);
  assert.equal((await openRepository(worktree))?.root, worktree);
  git(other, "submodule", "add", "-q", project, "sub");
  assert.equal((await openRepository(path.join(other, "sub")))?.root, path.join(other, "sub"));
  assert.equal(await trackedIn(path.join(other, "sub")), "a.txt\n");
});

test("openRepository() refuses a copy of a worktree's .git file", async () => {
  const worktree = path.join(path.dirname(project), "worktree");
  git(other, "worktree", "add", "-q", worktree);
  fs.rmSync(path.join(project, ".git"), { recursive: true });
  fs.copyFileSync(path.join(worktree, ".git"), path.join(project, ".git"));
  await assert.rejects(openRepository(project), { code: "E_REPOSITORY" });
});

test("openRepository() opens one that includes a file of its own", async () => {
  fs.writeFileSync(path.join(project, "gitsettings"), "[core]\n\tautocrlf = false\n");
  git(project, "config", "include.path", "../gitsettings");
  assert.equal((await openRepository(project))?.root, project);
});

test("openRepository() uses no other folder or branch that git itself does not follow", async () => {
  fs.writeFileSync(path.join(project, ".git/more"), `[core]\n\tworktree = ${other}\n`);
  git(project, "config", "include.path", "more");
  assert.equal((await openRepository(project))?.root, project);
  link(".git/HEAD", `${other}/.git/HEAD`);
  assert.equal(await openRepository(project), null);
});

test("openRepository() finds no repository in a folder with the files of a bare one", async () => {
  const bare = path.join(path.dirname(project), "bare");
  git(project, "clone", "-q", "--bare", project, bare);
  assert.equal(await openRepository(bare), null);
});

test("openCommits() reads a bare repository, unless it leads elsewhere", async () => {
  const bare = path.join(path.dirname(project), "bare");
  git(project, "clone", "-q", "--bare", project, bare);
  const listed = await (await openCommits(bare))?.run(["ls-tree", "--name-only", "HEAD"]);
  assert.equal(`${listed}`, "a.txt\n");
  git(bare, "config", "core.worktree", other);
  await assert.rejects(openCommits(bare), { code: "E_REPOSITORY" });
  git(bare, "config", "--unset", "core.worktree");
  fs.writeFileSync(path.join(bare, "commondir"), `${other}/.git\n`);
  await assert.rejects(openCommits(bare), { code: "E_REPOSITORY" });
});

test("openRepository() does not look at variables of git", async () => {
  process.env.GIT_DIR = `${other}/.git`;
  process.env.GIT_WORK_TREE = other;
  try {
    assert.equal((await openRepository(project))?.root, project);
  } finally {
    delete process.env.GIT_DIR;
    delete process.env.GIT_WORK_TREE;
  }
});

/** Settings with which a repository names a program; `$mark` is a file that the program creates. */
const programs: readonly (readonly [name: string, value: string])[] = [
  ["core.fsmonitor", "touch $mark; false"],
  ["core.pager", "touch $mark"],
  ["core.editor", "touch $mark"],
  ["core.sshCommand", "touch $mark; false"],
  ["core.gitProxy", "touch $mark"],
  ["core.alternateRefsCommand", "touch $mark"],
  ["credential.helper", "!touch $mark"],
  ["diff.external", "touch $mark"],
  ["diff.x.textconv", "touch $mark; cat"],
  ["diff.x.command", "touch $mark"],
  ["filter.x.clean", "touch $mark; cat"],
  ["filter.x.smudge", "touch $mark; cat"],
  ["filter.a=b.clean", "touch $mark; cat"],
  ["filter.x.process", "touch $mark; false"],
  ["gpg.program", "touch $mark"],
  ["log.showSignature", "true"],
  ["alias.status", "!touch $mark"],
  ["alias.ls-files", "!touch $mark"],
  ["hook.x.command", "touch $mark"],
  ["hook.x.event", "post-index-change"],
  ["merge.x.driver", "touch $mark"],
  ["diff.submodule", "diff"],
];

test("a repository's own settings start no program", async () => {
  const mark = path.join(path.dirname(project), "ran");
  const hooks = path.join(project, ".git/hooks");
  for (const [name, value] of programs) git(project, "config", name, value.replace("$mark", mark));
  fs.writeFileSync(
    path.join(project, ".gitattributes"),
    "* filter=x diff=x merge=x\nb* filter=a=b\n",
  );
  for (const hook of ["post-index-change", "post-checkout", "pre-commit", "fsmonitor-watchman"]) {
    fs.writeFileSync(path.join(hooks, hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  }
  fs.writeFileSync(path.join(project, "a.txt"), "changed\n");
  fs.writeFileSync(path.join(project, "b.txt"), "new\n");
  const repository = await openRepository(project);
  const set = { GIT_INDEX_FILE: path.join(path.dirname(project), "index") };
  for (const args of [
    ["status", "--porcelain"],
    ["ls-files"],
    ["read-tree", "HEAD"],
    ["add", "--all", "."],
    ["diff", "--cached", "--no-ext-diff", "--no-textconv", "HEAD"],
    ["log", "-1"],
    ["rev-list", "-1", "HEAD"],
  ]) {
    assert.notEqual(await repository?.run(args, { set }), null, args.join(" "));
  }
  assert.ok(!fs.existsSync(mark));
});
