import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../../../../test/support/damage.ts";
import { sha256 } from "../../../base/hash.ts";
import {
  type CollectionKind,
  type CollectionSource,
  type KeptCollection,
  openCollection,
} from "./collection.ts";
import { surveyOf, VERSION_SIZE } from "./survey.ts";

const FOLDER = "mandates/runs/weekly";
const MAX = 4;

/** A text is `<hour> <id> <open|closed> <model>`. */
const kind: CollectionKind = {
  name: "runs",
  folder: "mandates/runs",
  isNested: true,
  describe(path, text) {
    const [hour = "", id = "", state = "", model = ""] = text.split(" ");
    return {
      kind: "mandate_run",
      id,
      path,
      at: `2026-01-01T${hour}:00:00Z`,
      summary: text,
      isClosed: state === "closed",
      model: model || null,
      sha256: sha256(text),
    };
  },
};

/** Files in memory that count how often they are read. */
function createFiles() {
  const files = new Map<string, { text: string; version: number }>();
  let clock = 0;
  let reads = 0;
  const source = (kept: KeptCollection | null, settledBefore = 1e9): CollectionSource => ({
    survey() {
      const names = [...files.keys()];
      const versions = new Float64Array(names.length * VERSION_SIZE);
      for (const [index, { text, version }] of [...files.values()].entries()) {
        versions.set([text.length, version, version, index], index * VERSION_SIZE);
      }
      for (let at = 3; at < versions.length; at += VERSION_SIZE) versions[at] = 1;
      return surveyOf([{ folder: FOLDER, names, versions }], settledBefore);
    },
    read(path) {
      reads++;
      return files.get(path.slice(FOLDER.length + 1))?.text ?? null;
    },
    kept: () => kept?.mark ?? null,
    keptTable: () => kept?.table ?? null,
  });
  return {
    source,
    write: (name: string, text: string) => files.set(name, { text, version: clock++ }),
    remove: (name: string) => files.delete(name),
    readsOf<Value>(run: () => Value): [Value, number] {
      reads = 0;
      return [run(), reads];
    },
  };
}

function contentOf(source: CollectionSource, max = MAX) {
  const collection = openCollection(kind, source);
  return { summary: collection.summary, newest: collection.newest(max) };
}

test("openCollection() finds the same with what an earlier run kept as without it", () => {
  const { source, write, remove, readsOf } = createFiles();
  const random = randomFrom(7);
  const hour = () => String(random(20)).padStart(2, "0");
  const text = () =>
    `${hour()} id${random(12)} ${random(5) === 0 ? "open" : "closed"} ${random(6) === 0 ? `m${random(3)}` : ""}`;
  for (let index = 0; index < 60; index++) write(`${index}.md`, text());
  let kept: KeptCollection | null = null;
  let all = 0;
  let most = 0;
  for (let round = 0; round < 400; round++) {
    const changed = random(3);
    for (let each = 0; each < changed; each++) {
      if (random(2) === 0) remove(`${random(80)}.md`);
      else write(`${random(80)}.md`, text());
    }
    const expected = contentOf(source(null));
    const [open, reads] = readsOf(() => {
      const collection = openCollection(kind, source(kept));
      return { collection, found: { ...collection, newest: collection.newest(MAX) } };
    });
    const { summary, newest } = open.found;
    assert.deepEqual({ summary, newest }, expected, `round ${round}`);
    kept = open.collection.toKeep() ?? kept;
    if (round === 0) continue;
    all += reads;
    most = Math.max(most, reads);
  }
  // Nearly always what changed is read, and seldom the newest ones once more.
  assert(all < 800, `${all} reads`);
  assert(most < 30, `${most} reads at once`);
});

test("openCollection() reads nothing while no file changed, and one file when one was added", () => {
  const { source, write, readsOf } = createFiles();
  for (let index = 0; index < 500; index++) write(`${index}.md`, `${index % 24} id${index} closed`);
  const first = openCollection(kind, source(null));
  first.newest(MAX);
  const kept = first.toKeep();
  assert.equal(readsOf(() => contentOf(source(kept)))[1], 0);
  assert.equal(openCollection(kind, source(kept)).toKeep(), null);
  write("later.md", "23 later closed");
  assert.equal(readsOf(() => contentOf(source(kept)))[1], 1);
});

test("openCollection() reads a file again that had not settled", () => {
  const { source, write, readsOf } = createFiles();
  write("a.md", "01 a closed");
  write("b.md", "02 b closed");
  const first = openCollection(kind, source(null, 1));
  first.newest(MAX);
  const [, reads] = readsOf(() => contentOf(source(first.toKeep())));
  assert.equal(reads, 1);
});

test("openCollection() lists files of the same time by id, and each id once", () => {
  const { source, write } = createFiles();
  for (const name of ["c", "a", "b", "a2"]) write(`${name}.md`, `10 ${name.slice(0, 1)} closed`);
  const { newest } = contentOf(source(null), 2);
  assert.deepEqual(
    newest.map(({ path }) => path),
    [`${FOLDER}/a.md`, `${FOLDER}/b.md`],
  );
});

test("openCollection() continues a list for another number of files", () => {
  const { source, write } = createFiles();
  for (let index = 0; index < 50; index++)
    write(`${index}.md`, `${10 + (index % 9)} i${index} closed`);
  const first = openCollection(kind, source(null));
  first.newest(MAX);
  const kept = first.toKeep();
  for (const max of [1, 20, 49, 50, 100]) {
    assert.deepEqual(contentOf(source(kept), max), contentOf(source(null), max));
  }
});

test("openCollection() continues a table of no files, and one of names that JSON escapes", () => {
  const { source, write, remove } = createFiles();
  let kept: KeptCollection | null = null;
  const steps = [
    () => write("a.md", "01 a closed"),
    () => remove("a.md"),
    () => write('b "quoted".md', "02 b closed"),
    () => write("c.md", "03 c closed"),
  ];
  for (const step of steps) {
    step();
    const collection = openCollection(kind, source(kept));
    const found = { summary: collection.summary, newest: collection.newest(MAX) };
    assert.deepEqual(found, contentOf(source(null)));
    kept = collection.toKeep() ?? kept;
  }
});
