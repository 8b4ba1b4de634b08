/**
 * What is left when the power fails while a command writes. Each command is run once under a recorder of its system
 * calls; the recording is then cut at every sync, and what no sync covers is kept or lost in any combination.
 */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { existsOrRecovers } from "../../src/disk/write-atomically.ts";
import { randomFrom } from "../support/damage.ts";
import {
  type CrashState,
  crashStates,
  readDisk,
  treeAt,
  writeState,
} from "../support/power-cut/crash-states.ts";
import { record, recordingIsImpossible } from "../support/power-cut/recording.ts";
import { holdall, launcher } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

const scratch = makeScratch();
const skip = recordingIsImpossible();
const SEED = 27;
const fixtures = path.join(import.meta.dirname, "../fixtures");

/** A command, what has to be there before, and the path of its result. */
interface Case {
  readonly name: string;
  readonly prepare?: (run: (...args: string[]) => void, root: string) => void;
  readonly args: readonly string[];
  /** Files and folders, each of which is as it was or complete, whenever the power fails; `…/` for all files below. */
  readonly results: readonly string[];
}

const SESSION = path.join(
  fixtures,
  "agents/claude/plain/home/.claude/projects/-home-rosa-orchard/e7edbec2-3241-4d44-b31d-845b640e2508.jsonl",
);

const commitTexts = (run: (...args: string[]) => void, texts: readonly string[]) => {
  for (const text of texts) run("state", "commit", text);
};
const TEXTS = ["The tide gauge is read every six minutes", "Reports are written in Portuguese"];

/** A workspace and an exported kit that the next export replaces. */
const prepareKit: Case["prepare"] = (run) => {
  run("init");
  commitTexts(run, TEXTS.slice(0, 1));
  run("kit", "export", "--out", "kit");
  commitTexts(run, TEXTS.slice(1));
};

const cases: readonly Case[] = [
  {
    name: "kit export --force replaces a folder",
    prepare: prepareKit,
    args: ["kit", "export", "--out", "kit", "--force"],
    results: ["project/kit"],
  },
  {
    name: "pack --force replaces an archive",
    prepare(run, root) {
      prepareKit(run, root);
      run("pack", "kit", "--out", "kit.tar.gz");
      run("kit", "export", "--out", "kit", "--force");
    },
    args: ["pack", "kit", "--out", "kit.tar.gz", "--force"],
    results: ["project/kit.tar.gz"],
  },
  {
    name: "convert --force replaces a folder",
    prepare(run, root) {
      prepareKit(run, root);
      run("convert", "kit", "--to", "ocf", "--out", "ocf");
      run("kit", "export", "--out", "kit", "--force");
    },
    args: ["convert", "kit", "--to", "ocf", "--out", "ocf", "--force"],
    results: ["project/ocf"],
  },
  {
    name: "handoff to a bundle",
    args: ["handoff", SESSION, "./carried"],
    results: ["project/carried"],
  },
  {
    name: "handoff to a page",
    args: ["handoff", SESSION, "./carried.md"],
    results: ["project/carried.md"],
  },
  {
    name: "handoff to an agent",
    args: ["handoff", SESSION, "codex"],
    results: ["home/.codex/sessions/"],
  },
  {
    name: "handoff to an agent that marks its folder",
    args: ["handoff", SESSION, "gemini"],
    results: ["home/.gemini/tmp/project/"],
  },
  {
    name: "unpack --force replaces a folder",
    prepare(run, root) {
      prepareKit(run, root);
      run("kit", "export", "--out", "new");
      run("pack", "new", "--out", "new.tar.gz");
    },
    args: ["unpack", "new.tar.gz", "--out", "kit", "--force"],
    results: ["project/kit"],
  },
  {
    name: "task pack with an archive and a zip",
    prepare(_run, root) {
      writeFiles(path.join(root, "project/files"), { "a.txt": "a\n", "b/c/d.txt": "d\n" });
      writeFiles(path.join(root, "project"), { "task.md": "Sort the list\n", "end.md": "Done\n" });
    },
    args: [
      "task",
      "pack",
      "--title",
      "Sort",
      "--task",
      "task.md",
      "--summary",
      "end.md",
      "--workspace",
      "files",
      "--snapshot",
      "copy",
      "--out",
      "task",
      "--archive",
      "task.tar.gz",
      "--zip",
      "task.zip",
    ],
    results: ["project/task", "project/task.tar.gz", "project/task.zip"],
  },
  {
    name: "config set",
    prepare: (run) => run("config", "set", "redaction.allow.names", "[FIRST]"),
    args: ["config", "set", "redaction.allow.names", "[FIRST, SECOND]"],
    results: ["home/.config/holdall/config.yaml"],
  },
  {
    name: "hooks install",
    prepare: (_run, root) =>
      void writeFiles(path.join(root, "project/.claude"), { "settings.json": '{"model":"x"}\n' }),
    args: ["hooks", "install", "--claude", "--codex"],
    results: ["project/.claude/settings.json", "project/.codex/hooks.json"],
  },
];

for (const each of cases) {
  test(`a loss of power leaves the old result or the new one: ${each.name}`, { skip }, (t) => {
    const root = fs.mkdtempSync(path.join(scratch, "disk-"));
    const { cwd, env } = createWorld(root);
    each.prepare?.((...args) => {
      const { code, stderr } = holdall(args, { cwd, env });
      assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
    }, root);
    const disk = readDisk(root);
    const before = readDisk(root);
    const steps = record({ root, cwd, env, command: [process.execPath, launcher, ...each.args] });
    const after = readDisk(root);
    const places = each.results.flatMap((at) => (at.endsWith("/") ? filesBelow(after, at) : [at]));
    const results = places.map((at) => {
      return { at, old: treeIn(before, at), fresh: treeIn(after, at) };
    });
    for (const { at, old, fresh } of results) {
      assert.ok(!isSame(old, fresh), `${at} was not written`);
    }
    let tried = 0;
    const faults: string[] = [];
    for (const state of crashStates(disk, steps, randomFrom(SEED))) {
      tried++;
      for (const result of results) {
        const fault = faultOf(state, result);
        if (fault !== null) faults.push(`${result.at}: ${fault} (${state.description})`);
      }
    }
    t.diagnostic(`${steps.length} steps, ${tried} states, ${faults.length} of them a loss`);
    assert.deepEqual(faults.slice(0, 5), []);
    assert.ok(tried > 3, `only ${tried} states were tried`);
  });
}

function filesBelow(disk: ReturnType<typeof readDisk>, folder: string): readonly string[] {
  const [state] = crashStates(disk, [], randomFrom(SEED));
  const files = [...(state?.entries ?? [])].filter(([, value]) => value !== "folder");
  return files.map(([name]) => name).filter((name) => name.startsWith(folder));
}

type Tree = ReturnType<typeof treeAt>;

function faultOf(state: CrashState, { at, old, fresh }: { at: string; old: Tree; fresh: Tree }) {
  const found = treeAt(state.entries, at);
  if (isSame(found, fresh)) return null;
  const isOver = state.output !== "";
  if (!isOver && isSame(found, old)) return null;
  if (found === null && !isOver && isSame(recovered(state, at), old)) return null;
  if (found === null) return isOver ? "reported and missing" : "missing";
  return isOver ? "reported and not complete" : "neither the old one nor the new one";
}

/** What a command that is asked for the path finds, which may finish what was interrupted. */
function recovered(state: CrashState, at: string): Tree {
  const folder = path.join(scratch, "after");
  writeState(state, folder);
  existsOrRecovers(path.join(folder, at));
  return treeIn(readDisk(folder), at);
}

function treeIn(disk: ReturnType<typeof readDisk>, at: string): Tree {
  const [state] = crashStates(disk, [], randomFrom(SEED));
  return state === undefined ? null : treeAt(state.entries, at);
}

function isSame(one: Tree, other: Tree): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.size === other.size &&
    [...one].every(([name, value]) => {
      const found = other.get(name);
      return typeof value === "string" || typeof found !== "object"
        ? value === found
        : value.equals(found);
    })
  );
}

/** A home and a project of their own, all of it below the folder that is recorded. */
function createWorld(root: string) {
  writeFiles(path.join(root, "home"), {});
  const cwd = writeFiles(path.join(root, "project"), {});
  const temporary = writeFiles(path.join(root, "tmp"), {});
  const env = { ...process.env, HOME: path.join(root, "home"), TMPDIR: temporary };
  return { cwd, env: { ...env, XDG_DATA_HOME: "", XDG_CONFIG_HOME: "", XDG_CACHE_HOME: "" } };
}
