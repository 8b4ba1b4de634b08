import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { OperationName } from "../../src/operations/registry.ts";
import { createKitWorkspace } from "../support/kits.ts";
import { codeOf } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { type Subject, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();

interface Conflict {
  readonly id: string;
  readonly other: { readonly id: string };
}

async function place(subject: Subject) {
  const { run } = await createKitWorkspace(subject.location(), scratch);
  const out = async <Out>(name: OperationName, input: Readonly<Record<string, unknown>> = {}) =>
    (await run(name, input)).out as unknown as Out;
  const add = (id: string, text: string) =>
    out<{ decision: string; compare: { id: string; content: string }[] }>("state commit", {
      id,
      text,
    });
  const conflicts = async () =>
    (await out<{ conflicts: Conflict[] }>("state show")).conflicts.map(({ id, other }) => [
      id,
      other.id,
    ]);
  await add("first", "The portal calls the gateway");
  return { out, add, conflicts };
}

for (const subject of all) {
  const check = (name: string, run: () => Promise<void>) => test(name, { skip: subject.skip }, run);

  suite(`possible conflicts over ${subject.name}`, () => {
    check(
      "a refused text is dismissed by the number of its event, and conflicts stay",
      async () => {
        const { out, add, conflicts } = await place(subject);
        await add("second", "The gateway calls the portal");
        await add("storage", "We chose SQLite for the readings");
        const { decision } = await out<{ decision: string }>("state commit", {
          text: "We chose Redis for the readings",
        });
        assert.equal(decision, "conflict");
        const log = async (type: string) =>
          (await out<{ lines: { seq: number; refused: number | null }[] }>("state log", { type }))
            .lines;
        const [line] = await log("rejected");
        assert(line !== undefined);
        const dismiss = (refused: number) => out("state dismiss", { id: "storage", refused });
        await dismiss(line.seq);
        assert.deepEqual(
          (await log("dismissed")).map(({ refused }) => refused),
          [line.seq],
        );
        assert.deepEqual(await conflicts(), [["second", "first"]]);
        assert.equal(await codeOf(dismiss(0)), "E_NOT_FOUND");
      },
    );

    check("the likeliest conflict comes first, also if it is older", async () => {
      const { add, conflicts } = await place(subject);
      await add("second", "The gateway calls the portal");
      await add("north", "The importer reads the north gauge every hour");
      await add("south", "The importer reads the south gauge every day");
      assert.deepEqual(await conflicts(), [
        ["second", "first"],
        ["south", "north"],
      ]);
    });

    check("a text that may contradict an entry is admitted, and both are listed", async () => {
      const { out, add, conflicts } = await place(subject);
      const { decision, compare } = await add("second", "The gateway calls the portal");
      assert.equal(decision, "admitted");
      assert.deepEqual(
        compare.map(({ id, content }) => [id, content]),
        [["first", "The portal calls the gateway"]],
      );
      assert.deepEqual(await conflicts(), [["second", "first"]]);
      const { packet } = await out<{
        packet: { snapshot: { conflicts: Conflict[] }; warnings: string[] };
      }>("session resume", { peek: true });
      assert.equal(packet.snapshot.conflicts.length, 1);
      assert.ok(packet.warnings.some((text) => text.includes("first") && text.includes("second")));
    });

    check("superseding, deprecating or updating one of them decides", async () => {
      for (const [name, input] of [
        ["state deprecate", { id: "first" }],
        ["state supersede", { id: "first", text: "People sign in at the gateway" }],
        ["state update", { id: "second", text: "Passwords are hashed", "expect-version": 1 }],
        ["state archive", { id: "second" }],
      ] as const) {
        const { out, add, conflicts } = await place(subject);
        await add("second", "The gateway calls the portal");
        await out(name, input);
        assert.deepEqual(await conflicts(), [], name);
      }
    });

    check("state dismiss records that both hold", async () => {
      const { out, add, conflicts } = await place(subject);
      await add("second", "The gateway calls the portal");
      await add("third", "The portal only calls the gateway");
      assert.equal((await conflicts()).length, 3);
      await out("state dismiss", { id: "third", other: "first" });
      assert.deepEqual(await conflicts(), [
        ["second", "first"],
        ["third", "second"],
      ]);
      await out("state dismiss", { id: "second" });
      assert.deepEqual(await conflicts(), []);
    });
  });
}
