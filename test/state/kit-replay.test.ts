import assert from "node:assert/strict";
import path from "node:path";
import { suite, test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import { createKitWorkspace, hashesOf, type KitWorkspace } from "../support/kits.ts";
import fc from "../support/property.ts";
import { makeScratch } from "../support/scratch.ts";
import { subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();
const things = ["gate", "parser", "ledger", "store", "client"];
const verbs = ["reads", "writes", "checks", "drops"];

const step = fc.record({
  what: fc.constantFrom(
    "commit",
    "commit",
    "commit",
    "update",
    "supersede",
    "promote",
    "archive",
    "restore",
    "deprecate",
    "evict",
    "redact",
  ),
  at: fc.nat(4),
  verb: fc.nat(3),
  number: fc.nat(999),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Takes one step, which may be refused: refusals are part of a history too. */
async function take(space: KitWorkspace, { what, at, verb, number }: Step): Promise<void> {
  const text = `the ${things[at]} ${verbs[verb]} ${number} rows of table-${number % 7}`;
  const { entries } = (await space.run("state show", { archived: true })).out;
  const stored = entries[number % Math.max(1, entries.length)];
  const id = stored?.id ?? "none";
  try {
    if (what === "commit") await space.commit(`e${at}-${number}`, text);
    else if (what === "update") {
      await space.run("state update", { id, text, "expect-version": stored?.version ?? 1 });
    } else if (what === "supersede") await space.run("state supersede", { id, text });
    else if (what === "promote") await space.run("state promote", { id });
    else if (what === "archive") await space.run("state archive", { id });
    else if (what === "restore") await space.run("state restore", { id });
    else if (what === "deprecate") await space.run("state deprecate", { id });
    else if (what === "evict") await space.run("state evict", { id });
    else await space.run("state redact", { id });
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
  }
}

for (const subject of all) {
  suite(`kits of a workspace in ${subject.name}`, { skip: subject.skip }, () => {
    test("replay at every event is the same here, in every bundle and after an import", async () => {
      const histories = fc.array(step, { minLength: 12, maxLength: 24 });
      let count = 0;
      await fc.assert(
        fc.asyncProperty(histories, async (steps) => {
          const space = await createKitWorkspace(subject.location(), scratch);
          await space.commit("secret", "a text that will be redacted");
          for (const each of steps) await take(space, each);
          await space.run("state redact", { id: "secret" });
          const hashes = await hashesOf(space);
          for (const format of ["working-context", "ocf-kit", "ocf"]) {
            const name = path.join(scratch, `${subject.name}-${++count}-${format}`);
            await compareBundles(space, { format, name, hashes });
            for (const other of all.filter(({ skip }) => skip === false)) {
              const target = await createKitWorkspace(other.location(), scratch);
              const bundle = other.isFolder ? name : `${name}.tar.gz`;
              const { exit, out } = await target.run("kit import", { path: bundle, apply: true });
              assert.deepEqual([exit, out.relation, out.state_hash], [0, "empty", hashes.at(-1)]);
              assert.deepEqual(await hashesOf(target), hashes);
            }
          }
        }),
        { numRuns: 2, endOnFailure: true },
      );
    });
  });
}

interface Exported {
  readonly format: string;
  readonly name: string;
  readonly hashes: readonly string[];
}

/** Exports as a folder and as an archive, and replays both from the bundle alone. */
async function compareBundles(space: KitWorkspace, { format, name, hashes }: Exported) {
  for (const out of [name, `${name}.tar.gz`]) {
    const exported = (await space.run("kit export", { format, out })).out;
    assert.equal(exported.state_hash, hashes.at(-1));
    assert.ok(exported.redacted >= 1);
    assert.equal((await space.run("kit validate", { path: out })).exit, 0);
    const sampled = out === name ? hashes.keys() : [0, hashes.length - 1];
    for (const seq of sampled) {
      const replayed = await space.run("kit replay", { path: out, at: String(seq) });
      assert.equal(replayed.out.state_hash, hashes[seq]);
    }
  }
}
