import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import textPieces from "../../src/base/token-counters/text-pieces.ts";
import { contextText } from "../../src/memory/context-text.ts";
import overview from "../../src/operations/memory/context.ts";
import find from "../../src/operations/memory/find.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import { messageLine } from "../search/machine.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { subjects } from "../support/workspaces.ts";

const { all } = await subjects();

/** A workspace with an imported session, in a home of its own. */
async function createProject(store: string) {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const context = { ...contextIn(cwd), agents: { home, env: {} } };
  const run = (name: OperationName, input: object) =>
    runOperation(context, name, { ...input, store });
  await run("init", {});
  const log = path.join(cwd, "session.jsonl");
  const lines = [
    messageLine("user", "Where do backups of the kiln go? password=hunter2-Xk93jdQ8s7", { cwd }),
    messageLine("assistant", "They go to Backblaze, every night.", { cwd }),
    messageLine("user", "我们把数据库迁移到哪里?", { cwd }),
  ];
  fs.writeFileSync(log, lines.join(""));
  const search = async (query: string, more = {}) =>
    find.output().parse((await run("memory find", { query, ...more })).out);
  return { run, log, search };
}

for (const subject of all) {
  const options = { skip: subject.skip };
  suite(`everything in a workspace over ${subject.name}`, () => {
    test(
      "memory find finds imported sessions, units and entries, and says what it covers",
      options,
      async () => {
        const { run, log, search } = await createProject(subject.location());
        assert.deepEqual((await search("kiln")).hits, []);
        await run("import", { from: log });
        const { hits, covered } = await search("backups kiln");
        assert.deepEqual(
          hits.slice(0, 2).map(({ kind, content }) => [kind, content.slice(0, 12)]),
          [
            ["session", "Where do bac"],
            ["session", "They go to B"], // Found by its neighbour alone.
          ],
        );
        assert.ok(!JSON.stringify(hits).includes("hunter2"), "secrets stay out");
        assert.deepEqual(covered, { sessions: 1, threads: 0, units: 0, entries: 0, requests: 0 });
        assert.equal((await search("数据库")).hits[0]?.kind, "session");
        await run("memory store", { content: "The kiln is fired on Mondays." });
        await run("state commit", { text: "The kiln is insured by Allianz" });
        const kinds = new Set((await search("kiln")).hits.map(({ kind }) => kind));
        assert.deepEqual(kinds, new Set(["session", "unit", "state"]));
        assert.equal((await search("kiln", { tag: ["none"] })).covered.sessions, 0);
        const entry = (await search("Allianz")).hits[0];
        await run("state redact", { id: entry?.id });
        assert.deepEqual((await search("Allianz")).hits, []);
      },
    );

    test("memory context shows sessions and units within its budget", options, async () => {
      const { run, log } = await createProject(subject.location());
      await run("import", { from: log });
      for (let at = 0; at < 30; at++) {
        await run("memory store", {
          content: `The kiln has shelf ${at}. ${"It is clay. ".repeat(60)}`,
        });
      }
      await run("memory store", { content: "Never open a hot kiln.", tag: ["invariant"] });
      const read = async (more: object) => {
        const { out } = await run("memory context", { query: "backups kiln", ...more });
        const { hits, index, invariants } = overview.output().parse(out);
        const texts = [...invariants, index, ...hits.map(({ content }) => content)];
        const tokens = texts.reduce((sum, text) => sum + textPieces.count(text), 0);
        return { hits, invariants, tokens };
      };
      const { hits, invariants, tokens } = await read({});
      assert.deepEqual(invariants, ["Never open a hot kiln."]);
      assert.ok(hits.some(({ kind }) => kind === "session"));
      assert.ok(tokens <= 2000 && tokens > 1000, `${tokens} tokens`);
      assert.ok((await read({ budget: 300 })).tokens <= 300);
      // Without units, no tokens are reserved for their index.
      const bare = await createProject(subject.location());
      const lines = Array.from({ length: 30 }, (_, at) =>
        messageLine(
          "assistant",
          `Kiln ${at} ${`was fired in year${at} by potter${at}, `.repeat(9)}`,
        ),
      );
      fs.appendFileSync(bare.log, lines.join(""));
      await bare.run("import", { from: bare.log });
      const { out } = await bare.run("memory context", { query: "kiln" });
      const cost = textPieces.count(contextText(out));
      assert.ok(cost > 1700 && cost <= 2100, `${cost} tokens`);
    });

    test(
      "memory find finds English for Chinese, and each part of a long message",
      options,
      async () => {
        const { run, log, search } = await createProject(subject.location());
        const filler = "Nothing else was changed in this part of the work. ".repeat(60);
        const parts = `The glaze is green.\n\n${filler}\n\nA second glaze is blue.`;
        fs.appendFileSync(log, messageLine("assistant", "It crashes in Firefox alone."));
        fs.appendFileSync(log, messageLine("assistant", parts));
        await run("import", { from: log });
        assert.match((await search("火狐")).hits[0]?.content ?? "", /Firefox/);
        const glazes = (await search("glaze")).hits.map(({ content }) => content);
        assert.deepEqual(
          ["green", "blue"].map((colour) => glazes.some((text) => text.includes(colour))),
          [true, true],
        );
      },
    );

    test(
      "memory find follows a session that grows, and an index of an older version",
      options,
      async () => {
        const { run, log, search } = await createProject(subject.location());
        await run("import", { from: log });
        await search("kiln");
        fs.appendFileSync(log, messageLine("assistant", "The zeppelin is in the hangar."));
        await run("import", { from: log });
        const found = (await search("zeppelin")).hits;
        assert.match(found[0]?.content ?? "", /zeppelin/);
        assert.deepEqual((await run("ledger verify", {})).exit, 0);
      },
    );
  });
}
