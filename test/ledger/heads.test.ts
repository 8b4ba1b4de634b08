import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { createFindings } from "../../src/base/findings.ts";
import { chainHash, hashEvent } from "../../src/ledger/event-hash.ts";
import { compareHeads, readHeads } from "../../src/ledger/heads.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { rebuildTables } from "../../src/ledger/projections.ts";
import type { ChainedRow } from "../../src/ledger/tables/events.ts";
import { A, B, tamper, ten, verify } from "../conformance/ledger-check.ts";
import { makeScratch } from "../support/scratch.ts";
import { createKey } from "../support/ssh-keys.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";
import { messagesModule, openLedgerAt, subjects } from "../support/workspaces.ts";

const scratch = makeScratch();
const { all } = await subjects();
const SESSION = path.join(
  import.meta.dirname,
  "../../test/fixtures/agents/claude/plain/home/.claude/projects/-home-rosa-orchard/e7edbec2-3241-4d44-b31d-845b640e2508.jsonl",
);

/** Rewrites everything from a position to the end so that no check of the workspace alone can notice. */
async function rewriteToTheEnd(ledger: Ledger, from: number): Promise<void> {
  const sql = "select * from ledger_events order by pos";
  const rows = await ledger.read((tx) => tx.all<ChainedRow>(sql));
  const ends = new Map<string, string>();
  let chain = "";
  for (const row of rows) {
    const actor = row.pos >= from ? '{"id":"eve","origin":"test"}' : row.actor;
    const prev = ends.get(row.stream) ?? null;
    const hash = hashEvent({ ...row, actor, prev });
    chain = chainHash(chain, row.pos, hash);
    ends.set(row.stream, hash);
    const update =
      "update ledger_events set actor = ?, prev = ?, hash = ?, chain = ? where pos = ?";
    await tamper(ledger, update, [actor, prev, hash, chain, row.pos]);
  }
  for (const [stream, hash] of ends) {
    await tamper(ledger, "update ledger_streams set hash = ? where stream = ?", [hash, stream]);
  }
  const { engine, location } = ledger.store;
  await ledger.write(({ tx }) => rebuildTables(tx, engine, ledger.projections));
  // Whoever can write the database can remove the file beside it that has its last head; not every store has one.
  fs.rmSync(path.join(location, "ledger.head"), { force: true });
}

for (const subject of all) {
  suite(`heads over ${subject.name}`, { skip: subject.skip }, () => {
    const begin = async () => {
      const ledger = await openLedgerAt(subject.location(), { modules: [messagesModule] });
      await ledger.append([...ten(A), ...ten(B)]);
      const heads = await ledger.read((tx) => readHeads(tx, { at: new Date(), streams: "all" }));
      const compare = async () => {
        const findings = createFindings();
        await ledger.read((tx) => compareHeads(tx, heads, findings));
        return findings.list().map(({ code }) => code);
      };
      return { ledger, heads, compare };
    };

    test("compareHeads() lets a workspace grow", async () => {
      const { ledger, heads, compare } = await begin();
      assert.deepEqual([heads.events, heads.streams.length], [20, 2]);
      assert.deepEqual(await compare(), []);
      await ledger.append(ten(A));
      assert.deepEqual(await compare(), []);
      await ledger.close();
    });

    test("compareHeads() finds a rewrite to the end that verify cannot see", async () => {
      const { ledger, compare } = await begin();
      await ledger.append(ten(A));
      await rewriteToTheEnd(ledger, 25);
      assert.deepEqual(
        [(await verify(ledger)).codes, await compare()],
        [[], []],
        "behind the heads",
      );
      await rewriteToTheEnd(ledger, 20);
      assert.deepEqual((await verify(ledger)).codes, []);
      assert.deepEqual(await compare(), ["E_CHAIN", "E_CHAIN"]);
      await ledger.close();
    });

    test("compareHeads() finds that the newest events were cut off", async () => {
      const { ledger, compare } = await begin();
      await tamper(ledger, "delete from ledger_events where pos > 18");
      assert.deepEqual(await compare(), ["E_CHAIN", "E_CHAIN"]);
      await ledger.close();
    });
  });
}

/** A project with a state. */
function project(name: string): string {
  const cwd = path.join(scratch, name);
  fs.mkdirSync(cwd);
  assert.equal(holdall(["init"], { cwd }).code, 0);
  assert.equal(holdall(["state", "commit", "The tide turns at nine"], { cwd }).code, 0);
  return cwd;
}

test("ledger heads prints what verify --against takes, signed when asked", () => {
  const cwd = project("signed");
  const { text, publicText } = createKey();
  const key = path.join(scratch, "key");
  const signers = path.join(scratch, "signers");
  fs.writeFileSync(key, text, { mode: 0o600 });
  fs.writeFileSync(signers, `ada@example.com ${publicText}\n`);
  const plain = holdall(["ledger", "heads"], { cwd }).stdout;
  const signed = holdall(["ledger", "heads", "--sign", key], { cwd }).stdout;
  fs.writeFileSync(path.join(cwd, "plain.json"), plain);
  fs.writeFileSync(path.join(cwd, "signed.json"), signed);
  assert.equal(JSON.parse(plain).events, holdallJson(["status"], { cwd }).json.events);
  const verifyWith = (...args: string[]) => holdallJson(["ledger", "verify", ...args], { cwd });
  const codes = ({ json }: ReturnType<typeof verifyWith>) =>
    (json.findings as { code: string }[]).map(({ code }) => code);
  assert.deepEqual(codes(verifyWith("--against", "plain.json")), []);
  assert.deepEqual(codes(verifyWith("--against", "signed.json")), ["W_UNKNOWN_SIGNER"]);
  assert.deepEqual(codes(verifyWith("--against", "signed.json", "--signers", signers)), []);
  // With --json the same is inside.
  const { json } = holdallJson(["ledger", "heads", "--sign", key], { cwd });
  fs.writeFileSync(path.join(cwd, "printed.json"), JSON.stringify(json));
  assert.deepEqual(codes(verifyWith("--against", "printed.json", "--signers", signers)), []);
  const unsigned = verifyWith("--against", "plain.json", "--signers", signers);
  assert.deepEqual([unsigned.code, codes(unsigned)], [1, ["E_SIGNATURE"]]);
  fs.writeFileSync(path.join(cwd, "forged.json"), signed.replace('"events": ', '"events": 1'));
  const forged = verifyWith("--against", "forged.json", "--signers", signers);
  assert.equal(forged.code, 1);
  assert.ok(codes(forged).includes("E_SIGNATURE"));
  assert.equal(holdall(["verify", "--against", "plain.json"], { cwd }).code, 0);
  const other = project("other");
  assert.equal(
    holdall(["verify", "--against", path.join(cwd, "plain.json")], { cwd: other }).code,
    1,
  );
});

test("a kit and a bundle of a handoff carry the heads of the workspace", () => {
  const cwd = project("carried");
  for (const out of ["kit", "kit.tar.gz"]) {
    assert.equal(holdall(["kit", "export", "--out", out], { cwd }).code, 0);
    const { code, json } = holdallJson(["verify", "--against", out], { cwd });
    assert.deepEqual([code, json.ok], [0, true]);
    assert.equal((json.workspace as { against: { same: boolean } }).against.same, true);
  }
  fs.appendFileSync(path.join(cwd, "kit/history/heads.json"), " ");
  assert.notEqual(holdall(["verify", "--against", "kit"], { cwd }).code, 0);
  const session = path.join(cwd, "session.jsonl");
  fs.copyFileSync(SESSION, session);
  assert.equal(holdall(["handoff", session, "moved.ocf"], { cwd }).code, 0);
  assert.equal(holdall(["verify", "--against", "moved.ocf"], { cwd }).code, 0);
});

test("what is no record of heads is refused with a code", () => {
  const cwd = project("refusing");
  fs.writeFileSync(path.join(cwd, "other.json"), "{}");
  for (const [against, code] of [
    ["other.json", "E_SHAPE"],
    ["missing.json", "E_NOT_FOUND"],
    ["https://example.com/heads.json", "E_USAGE"],
  ]) {
    const { stderr } = holdall(["verify", "--against", String(against)], { cwd });
    assert.match(stderr, new RegExp(`^${code}`), String(against));
  }
});
