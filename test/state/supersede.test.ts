/** Replacing an entry by another one that is in force, as people do who have committed the new one already. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();

interface Shown {
  readonly id: string;
  readonly content: string;
  readonly state?: string;
  readonly status?: string;
  readonly supersedes?: string;
}

function workspace(name: string) {
  const cwd = path.join(scratch, name);
  holdall(["init", "--store", path.join(cwd, ".holdall")], { cwd: scratch });
  const run = (...args: string[]) => holdall(args, { cwd });
  const entries = () =>
    holdallJson(["state", "show", "--archived"], { cwd }).json.entries as readonly Shown[];
  return { cwd, run, entries };
}

test("state supersede by the id of an entry puts that one in its place, and stores no id as a text", () => {
  const { run, entries } = workspace("by-id");
  run("state", "commit", "Backups go to DigitalOcean Spaces", "--id", "old");
  run("state", "commit", "Nightly copies are put into Backblaze B2", "--id", "new");
  const { code, stdout, stderr } = run("state", "supersede", "old", "new");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /new in place of old/);
  const found = new Map(entries().map((entry) => [entry.id, entry]));
  assert.deepEqual([...found.keys()].sort(), ["new", "old"]);
  assert.equal(found.get("old")?.status, "superseded");
  assert.equal(found.get("new")?.supersedes, "old");
  assert.equal(found.get("new")?.content, "Nightly copies are put into Backblaze B2");
});

test("state supersede refuses an entry by itself, and by one that is archived, with what to do", () => {
  const { run } = workspace("refused");
  run("state", "commit", "Backups go to DigitalOcean Spaces", "--id", "old");
  run("state", "commit", "The readings are kept for a year", "--id", "kept");
  const itself = run("state", "supersede", "old", "old");
  assert.equal(itself.code, 2, itself.stdout);
  assert.match(itself.stderr, /by itself/);
  run("state", "archive", "kept");
  const archived = run("state", "supersede", "old", "kept");
  assert.notEqual(archived.code, 0);
  assert.match(archived.stderr, /holdall state restore kept/);
});

test("the note about an entry that a commit may affect names the command to replace it, which works", () => {
  const { cwd, run, entries } = workspace("named");
  run("state", "commit", "DigitalOcean Spaces for backups", "--id", "old");
  const { stdout } = run("state", "commit", "backups will go to Backblaze B2");
  assert.match(stdout, /See also/);
  const [, args = ""] = /holdall (state supersede \S+ \S+)/.exec(stdout) ?? [];
  assert.equal(holdall(args.split(" "), { cwd }).code, 0, stdout);
  const active = entries().filter(({ state }) => state !== "archived");
  assert.deepEqual(
    active.map(({ content }) => content),
    ["backups will go to Backblaze B2"],
  );
});
