import assert from "node:assert/strict";
import { test } from "node:test";
import { type FileEntry, memoryEntry } from "../../../../base/file-set.ts";
import { parseDockerfile } from "./dockerfile.ts";
import { startFiles } from "./start-files.ts";

const contextOf = (...names: string[]): Map<string, FileEntry> =>
  new Map(names.map((name) => [name, memoryEntry(name, Buffer.from(name))]));

/** Where the files of a folder are in the working folder: target ← source. */
function laidOut(dockerfile: string, ...names: string[]) {
  const { items, losses } = startFiles(parseDockerfile(dockerfile), contextOf(...names));
  const shown = items.map((item) =>
    item.kind === "file" && "path" in item.content ? `${item.path} ← ${item.content.path}` : "",
  );
  return { shown, lost: losses.map(({ where }) => where) };
}

test("startFiles() follows COPY and ADD as Docker does", () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["WORKDIR /app\nCOPY . .", ["a/b", "c"], ["a/b ← a/b", "c ← c"]],
    [
      "WORKDIR /app\nCOPY src /app/lib",
      ["src/a", "src/b/c"],
      ["lib/a ← src/a", "lib/b/c ← src/b/c"],
    ],
    ["WORKDIR /app\nCOPY a.py /app/", ["a.py"], ["a.py ← a.py"]],
    ["WORKDIR /app\nCOPY a.py /app", ["a.py"], ["a.py ← a.py"]],
    ["WORKDIR /app\nCOPY a.py main.py", ["a.py"], ["main.py ← a.py"]],
    [
      "WORKDIR /app\nADD --chown=1:1 ./x/*.txt data/",
      ["x/1.txt", "x/2.md"],
      ["data/1.txt ← x/1.txt"],
    ],
    ['WORKDIR /app\nCOPY ["a b", "c d"]', ["a b"], ["c d ← a b"]],
    ["ENV PLACE=/srv\nWORKDIR $PLACE/w\nCOPY a $PLACE/w/b", ["a"], ["b ← a"]],
    ["COPY a /srv/a\nWORKDIR /srv", ["a"], ["a ← a"]],
    ["WORKDIR /app\n# COPY b .\nCOPY \\\n  # why\n  a \\\n  .", ["a", "b"], ["a ← a"]],
    ["WORKDIR /app\nRUN <<EOF\nCOPY a .\nEOF\nCOPY b .", ["a", "b"], ["b ← b"]],
    ["FROM x AS base\nWORKDIR /app\nCOPY a .\nFROM base\nCOPY b .", ["a", "b"], ["a ← a", "b ← b"]],
    [
      "FROM x AS base\nWORKDIR /app\nCOPY a .\nFROM y\nWORKDIR /app\nCOPY b .",
      ["a", "b"],
      ["b ← b"],
    ],
  ];
  for (const [dockerfile, names, expected] of cases) {
    assert.deepEqual(laidOut(dockerfile, ...names).shown, expected, dockerfile);
  }
});

test("startFiles() names what is not there or goes elsewhere", () => {
  const { shown, lost } = laidOut(
    "WORKDIR /app\nCOPY a /etc/a\nCOPY gone .\nCOPY .git .git",
    "a",
    ".git",
  );
  assert.deepEqual(shown, []);
  assert.deepEqual(lost, ["/etc/a", "Dockerfile:3", ".git"]);
});

test("parseDockerfile() keeps what only a build carries out", () => {
  const text =
    "FROM python:3.13\nRUN pip install x\nCOPY --from=other /a /b\nADD https://e.example/f .\nCOPY $X .";
  const { image, unread, copies } = parseDockerfile(text);
  assert.equal(image, "python:3.13");
  assert.deepEqual(copies, []);
  assert.deepEqual(
    unread.map(({ line }) => line),
    [2, 3, 4, 5],
  );
});

test("parseDockerfile() reads hostile files to their end, and keeps a bounded part", () => {
  assert.equal(parseDockerfile(`RUN a \\\n${"\\\n".repeat(2_000_000)}b`).unread.length, 1);
  parseDockerfile(`RUN ${" ".repeat(2_000_000)}x\u2028y`);
  const doubling = `ENV A=${"x".repeat(1000)}\n${"ENV A=$A$A\n".repeat(100_000)}WORKDIR /$A`;
  assert.ok(parseDockerfile(doubling).workdir.length <= 64 * 1024 + 1);
  const { unread, unreadCount } = parseDockerfile("RUN x\n".repeat(5000));
  assert.deepEqual([unread.length, unreadCount], [1000, 5000]);
  assert.throws(() => parseDockerfile("FROM x\n".repeat(101)), { code: "E_LIMIT" });
  assert.throws(() => parseDockerfile("COPY a b\n".repeat(1001)), { code: "E_LIMIT" });
  const nested = `COPY ${"[".repeat(200_000)}${"]".repeat(200_000)}\nCOPY [{"toString": 1}, "b"]`;
  assert.equal(parseDockerfile(nested).unreadCount, 2);
  const many = contextOf(...Array.from({ length: 1000 }, (_, at) => `f${at}`));
  const sources = parseDockerfile(`COPY ${"f1 ".repeat(20_001)} /x/`);
  assert.throws(() => startFiles(sources, many), { code: "E_LIMIT" });
  const { losses } = startFiles(parseDockerfile(`WORKDIR /app\n${"COPY . /x/\n".repeat(5)}`), many);
  assert.deepEqual([losses.length, losses.at(-1)?.why], [1001, "and 4,000 more"]);
});
