import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import { findEscapingLinks, type Link } from "./escaping-links.ts";

const scratch = makeScratch();

/** The paths that are refused of links given as `path -> target`. */
function refused(...lines: readonly string[]): string[] {
  return [...findEscapingLinks(lines.map(linkOf)).keys()].sort();
}

function linkOf(line: string): Link {
  const [at = "", target = ""] = line.split(" -> ");
  return { path: at, target };
}

test("findEscapingLinks() accepts links that stay inside, also through each other", () => {
  const links = [
    "latest -> data/raw",
    "a/b/up -> ../../data",
    "a/here -> .",
    "top -> .",
    "a/top -> ..",
    "a/through -> top/data",
    "down/back -> ../a/b/../here",
    "absent -> not/there/yet",
    "node_modules/.bin/tool -> ../tool/bin.js",
    "..name -> ...",
  ];
  assert.deepEqual(refused(...links), []);
});

test("findEscapingLinks() refuses what leaves by itself", () => {
  const targets = ["/etc", "..", "../x", "a/../..", "a/../../b", "C:/x", "a\\b", "", "x\0y"];
  for (const target of targets) assert.deepEqual(refused(`l -> ${target}`), ["l"], target);
  assert.deepEqual(refused("a/l -> ../.."), ["a/l"]);
  assert.deepEqual(refused("a/b/l -> ../../../etc"), ["a/b/l"]);
});

test("findEscapingLinks() refuses a link below another, whose folder is elsewhere than its path says", () => {
  assert.deepEqual(refused("d -> .", "d/d/d/etc -> ../../../etc"), ["d/d/d/etc"]);
  assert.deepEqual(refused("d -> a/b", "d/x -> y"), ["d/x"]);
  assert.deepEqual(refused("D -> .", "d/x -> y"), ["d/x"], "where case does not count");
  assert.deepEqual(
    refused("\u00e9 -> .", "e\u0301/x -> y"),
    ["e\u0301/x"],
    "in another Unicode form",
  );
});

test("findEscapingLinks() refuses a link that leaves through another, and what passes it", () => {
  // s is the top, so that its parent is outside.
  assert.deepEqual(refused("a/s -> ..", "a/b/l -> ../s/../etc"), ["a/b/l"]);
  assert.deepEqual(refused("a/s -> ..", "l -> a/s/../x", "m -> l/y", "n -> m"), ["l", "m", "n"]);
  assert.deepEqual(refused("deep/er/s -> ../..", "x/l -> ../deep/er/s/.."), ["x/l"]);
  assert.deepEqual(refused("S -> .", "a/l -> ../s/../x"), ["a/l"], "where case does not count");
  // Where case counts, `s` is a folder, and the target leaves.
  assert.deepEqual(refused("S -> p/q/r", "l -> s/../.."), ["l"]);
});

test("findEscapingLinks() refuses circles, chains that no system follows, and two links of one name", () => {
  assert.deepEqual(refused("a -> b", "b -> a", "c -> d"), ["a", "b"]);
  assert.deepEqual(refused("a -> a/x"), ["a"]);
  const chain = Array.from({ length: 60 }, (_, n) => `l${n} -> l${n + 1}`);
  assert.equal(refused(...chain).length, 20, "the last 40 can be followed");
  assert.equal(refused(...chain.toReversed()).length, 20, "in any order");
  assert.deepEqual(refused("a -> x", "A -> y"), ["A", "a"]);
});

test("findEscapingLinks() ends soon with hostile sets", () => {
  const deep = "a/".repeat(2000);
  assert.equal(refused(`l -> ${deep}x`, `${deep}l -> x`).length, 2);
  const long = Array.from({ length: 1000 }, (_, n) => `x${n} -> ${`c${n}/`.repeat(200)}y`);
  assert.deepEqual(refused(...long), []);
  const chain = Array.from({ length: 20_000 }, (_, n) => `l${n} -> l${n + 1}/l${n + 2}`);
  assert.ok(findEscapingLinks(chain.map(linkOf)).size > 19_000);
});

test("findEscapingLinks() agrees with the file system about what it accepts", () => {
  const parts = ["a", "b", "c", ".", "..", "a/b", "x/.."];
  // A generator of its own, so that a failure can be repeated.
  let seed = 27;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let round = 0; round < 300; round++) {
    const outside = fs.mkdtempSync(path.join(scratch, "r-"));
    const root = path.join(outside, "p/q/root");
    fs.mkdirSync(path.join(root, "x"), { recursive: true });
    const links = Array.from({ length: 4 }, () => ({
      path: ["a", "b", "c", "a/b", "x/a", "x/b", "b/c"][next(7)] ?? "",
      target: Array.from({ length: 1 + next(4) }, () => parts[next(7)]).join("/"),
    }));
    const faults = findEscapingLinks(links);
    for (const link of links.filter((each) => !faults.has(each.path))) {
      const at = path.join(root, link.path);
      fs.mkdirSync(path.dirname(at), { recursive: true });
      if (!fs.existsSync(at)) fs.symlinkSync(link.target, at);
    }
    for (const link of links.filter((each) => !faults.has(each.path))) {
      const at = path.join(root, link.path);
      const real = fs.existsSync(at) ? fs.realpathSync(at) : root;
      assert.ok(real === root || real.startsWith(`${root}/`), JSON.stringify({ links, real }));
    }
  }
});
