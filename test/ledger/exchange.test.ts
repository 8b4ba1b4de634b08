import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { memoryFiles } from "../../src/base/file-set.ts";
import { createFindings } from "../../src/base/findings.ts";
import { sha256 } from "../../src/base/hash.ts";
import { folderFiles } from "../../src/disk/folder.ts";
import { putArtifact, readArtifact } from "../../src/ledger/artifacts.ts";
import { copyLedger } from "../../src/ledger/copy.ts";
import { exportFrames, exportHistory, type LogExport } from "../../src/ledger/exchange/export.ts";
import { importLog } from "../../src/ledger/exchange/import.ts";
import { findLog } from "../../src/ledger/exchange/log-source.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { readStream, streamEvents, streamHeads } from "../../src/ledger/read.ts";
import { readText, toText } from "../../src/ledger/texts.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { frameTypeOf } from "../../src/model/frames.ts";
import { frame, RUN, smallLog, THREAD, threadFrames } from "../support/frames.ts";
import { message, openLedgerAt, type Subject, subjects } from "../support/workspaces.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

async function bring(ledger: Ledger, files: Files, dryRun = false) {
  const findings = createFindings("lenient");
  const source = await findLog(memoryFiles(files));
  const report = await importLog(ledger, source, { findings, dryRun, progress: () => {} });
  return { ...report, codes: findings.list().map(({ code }) => code), list: findings.list() };
}

async function filesOf(log: LogExport): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for await (const file of log.files()) {
    files[file.path] = Buffer.concat(await Array.fromAsync(file.read()));
  }
  return files;
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();
const logOf = (lines: readonly string[]) => ({ "events.jsonl": `${lines.join("\n")}\n` });
const exported = async (ledger: Ledger) =>
  text((await filesOf(exportFrames(ledger)))["events.jsonl"]);

async function faults(ledger: Ledger) {
  const findings = createFindings();
  await verifyLedger(ledger, findings);
  return findings.list().filter(({ severity }) => severity === "error");
}

async function dump(ledger: Ledger) {
  const events = [];
  for await (const { stream } of streamHeads(ledger)) {
    events.push(...(await Array.fromAsync(streamEvents(ledger, stream))));
  }
  return events.sort((a, b) => a.pos - b.pos);
}

const { all } = await subjects();

for (const subject of all) {
  suite(`exchange over ${subject.name}`, () => tests(subject));
}

function tests(subject: Subject) {
  const check = (
    name: string,
    run: (ledger: Ledger, open: () => Promise<Ledger>) => Promise<void>,
  ) =>
    test(name, { skip: subject.skip }, async () => {
      const opened: Ledger[] = [];
      const open = async () => {
        const ledger = await openLedgerAt(subject.location());
        opened.push(ledger);
        return ledger;
      };
      try {
        await run(await open(), open);
      } finally {
        for (const ledger of opened) await ledger.close();
      }
    });

  check("every type of frame goes in and comes out byte for byte", async (ledger) => {
    const lines = smallLog();
    assert.ok(threadFrames.every(({ type }) => frameTypeOf(String(type)) !== null));
    const report = await bring(ledger, logOf(lines));
    assert.deepEqual([report.appended, report.streams, report.opaque], [lines.length, 2, 0]);
    assert.deepEqual(await faults(ledger), []);
    assert.equal(await exported(ledger), `${lines.join("\n")}\n`);
  });

  check(
    "frames of our own events have the keys and the order of the wire",
    async (ledger, open) => {
      const lines = smallLog();
      await bring(ledger, logOf(lines));
      // The same events without the lines they came from, as threads of ours would be written.
      const own = await open();
      for (const event of await dump(ledger)) {
        const texts = [];
        for (const name of JSON.stringify(event.body).match(/[0-9a-f]{64}/g) ?? []) {
          const bytes = await ledger.read((tx) => readText(tx, name)).catch(() => null);
          if (bytes) texts.push(toText(bytes));
        }
        const { stream, id, at, type, actor, body } = event;
        await own.append([{ stream, id, at, type, actor, body, texts }]);
      }
      assert.equal(await exported(own), `${lines.join("\n")}\n`);
    },
  );

  check("legacy spellings are read, and written in full", async (ledger) => {
    const short = (seq: number, type: string, payload: object) =>
      JSON.stringify({ id: `s${seq}`, session_id: RUN, timestamp_ms: seq, seq, type, ...payload });
    const thread = JSON.stringify({
      id: "t0",
      session_id: THREAD,
      timestamp_ms: 0,
      seq: 0,
      type: "continuity_run_spawned",
      run_session_id: RUN,
      message_id: "m",
    });
    const lines = [
      short(0, "session_started", { prompt: "old" }),
      short(1, "output", { content: "said" }),
      short(2, "session_started", {}),
      thread,
    ];
    assert.deepEqual((await bring(ledger, logOf(lines))).codes, []);
    const [started, posted, bare, run] = (await exported(ledger))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual([started.input, started.prompt], ["old", undefined]);
    assert.deepEqual([posted.type, posted.delta], ["output_text_delta", "said"]);
    assert.equal(bare.input, "");
    assert.deepEqual(Object.keys(run).slice(0, 7), [
      "id",
      "session_id",
      "stream_kind",
      "stream_id",
      "timestamp_ms",
      "seq",
      "type",
    ]);
    assert.deepEqual([run.stream_kind, run.stream_id], ["continuity", THREAD]);
    assert.deepEqual(Object.keys(run).slice(7), ["run_session_id", "message_id"]);
  });

  check("an unknown frame is kept byte for byte and counts for seq", async (ledger) => {
    const odd =
      '{"id": "x", "session_id":"s","stream_kind":"session","stream_id":"s","timestamp_ms":1,"seq":1,"type":"Later.Thing","n":1.50, "big":12345678901234567890}';
    const lines = [
      frame("session", "s", 0, { type: "session_started", input: "a" }),
      odd,
      frame("session", "s", 2, { type: "session_ended", reason: "completed" }),
    ];
    const report = await bring(ledger, logOf(lines));
    assert.deepEqual([report.opaque, report.codes], [1, []]);
    assert.equal(await exported(ledger), `${lines.join("\n")}\n`);
  });

  const first = frame("session", "s", 0, { type: "session_started", input: "a" });
  const second = frame("session", "s", 1, { type: "session_ended", reason: "done" });
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ["a gap", second.replace('"seq":1', '"seq":2'), /expected seq 1, found 2/],
    ["a repeated seq", second.replace('"seq":1', '"seq":0'), /expected seq 1, found 0/],
    ["seq 2^53", second.replace('"seq":1', '"seq":9007199254740992'), /"seq"/],
    ["a fractional seq", second.replace('"seq":1', '"seq":1.5'), /"seq"/],
    ["a negative seq", second.replace('"seq":1', '"seq":-1'), /"seq"/],
    ["another kind than the type's", second.replace('"session"', '"task"'), /stream_kind/],
    ["two stream ids", second.replace('"stream_id":"s"', '"stream_id":"t"'), /stream_id/],
    ["a missing key", second.replace(',"reason":"done"', ""), /reason/],
    ["a key twice", second.replace('"id":', '"id":"y","id":'), /same key twice/],
    ["a broken line", second.slice(0, -9), /not valid JSON/],
    ["no object", "[]", /not an object/],
  ];
  for (const [what, line, why] of wrong) {
    check(`importLog() refuses ${what}, names the line and changes nothing`, async (ledger) => {
      const third = frame("session", "t", 0, { type: "session_started", input: "b" });
      const { codes, list, good } = await bring(ledger, logOf([first, line, third]));
      assert.ok(codes.includes("E_JSONL_LINE"));
      assert.deepEqual([list[0]?.line, good], [2, 1]);
      assert.match(list[0]?.message ?? "", why);
      assert.equal(list[0]?.details?.offset, Buffer.byteLength(first) + 1);
      assert.deepEqual(await dump(ledger), []);
    });
  }

  check("importLog() refuses an id that occurs twice in a stream", async (ledger) => {
    const same = second.replace('"session-s-1"', '"session-s-0"');
    await assert.rejects(bring(ledger, logOf([first, same])), { code: "E_DUP_ID" });
    assert.deepEqual(await dump(ledger), []);
  });

  check("importLog() changes nothing when it is dry", async (ledger) => {
    const report = await bring(ledger, logOf(smallLog()), true);
    assert.equal(report.appended, smallLog().length);
    assert.deepEqual(await dump(ledger), []);
  });

  check("a log is continued, and importing it again does nothing", async (ledger) => {
    const lines = smallLog();
    assert.equal((await bring(ledger, logOf(lines.slice(0, 5)))).appended, 5);
    const more = await bring(ledger, logOf(lines));
    assert.deepEqual([more.known, more.appended], [5, lines.length - 5]);
    const again = await bring(ledger, logOf(lines));
    assert.deepEqual([again.known, again.appended], [lines.length, 0]);
    const shorter = await bring(ledger, logOf(lines.slice(0, 3)));
    assert.deepEqual([shorter.known, shorter.appended, shorter.diverged], [3, 0, []]);
    const own = await bring(ledger, await filesOf(exportFrames(ledger)));
    assert.deepEqual([own.known, own.appended], [lines.length, 0]);
    assert.deepEqual(await faults(ledger), []);
  });

  check("a log that disagrees is kept apart, once", async (ledger) => {
    const lines = smallLog();
    await bring(ledger, logOf(lines));
    const before = await dump(ledger);
    const other = lines.map((line, at) => (at === 1 ? line.replace("Say", "Ask") : line));
    const { diverged, appended } = await bring(ledger, logOf(other));
    assert.equal(appended, 0);
    assert.deepEqual(
      diverged.map(({ stream, seq }) => [stream, seq]),
      [[`continuity:${THREAD}`, 1]],
    );
    const kept = await ledger.read((tx) => readStream(tx, diverged[0]?.history ?? ""));
    const raws = [];
    for (const { raw } of kept)
      raws.push(text((await ledger.read((tx) => readText(tx, raw ?? ""))) ?? undefined));
    assert.deepEqual(
      raws,
      other.filter((line) => line.includes(`"stream_id":"${THREAD}"`)),
    );
    await bring(ledger, logOf(other));
    assert.equal((await dump(ledger)).length, before.length + kept.length);
    assert.deepEqual((await dump(ledger)).slice(0, before.length), before);
    assert.deepEqual(await faults(ledger), []);
  });

  check("blobs come along by name, by alias and through other blobs", async (ledger, open) => {
    const inner = "named in a blob";
    const outer = `{"artifact_id":"${sha256(inner)}"}`;
    const lines = smallLog();
    const report = await bring(ledger, {
      ...logOf(lines),
      [`.rip/artifacts/blobs/${"ab".repeat(32)}`]: outer,
      [`.rip/artifacts/blobs/${sha256(inner)}`]: inner,
    });
    assert.deepEqual([report.artifacts, report.aliases, report.missing], [2, 1, 1]);
    assert.deepEqual(report.codes, ["W_NO_CONTENT"]);
    const read = (by: Ledger, id: string) => by.read((tx) => readArtifact(tx, id));
    assert.equal(text((await read(ledger, "ab".repeat(32))) ?? undefined), outer);
    assert.equal(text((await read(ledger, sha256(inner))) ?? undefined), inner);
    const files = await filesOf(exportFrames(ledger));
    assert.equal(text(files[`.rip/artifacts/blobs/${"ab".repeat(32)}`]), outer);
    const again = await open();
    await bring(again, files);
    assert.deepEqual(await filesOf(exportFrames(again)), files);
  });

  check("a blob that does not match its name is refused where names are hashes", async (ledger) => {
    const { codes } = await bring(ledger, {
      ...logOf(smallLog()),
      "store.json": '{"artifact_ids":"sha256"}',
      [`blobs/${"ab".repeat(32)}`]: "something else",
    });
    assert.ok(codes.includes("E_BLOB"));
    assert.deepEqual(await dump(ledger), []);
  });

  check("a history of everything goes there and back with every hash", async (ledger, open) => {
    await bring(ledger, { ...logOf(smallLog()), [`blobs/${"ab".repeat(32)}`]: "aliased" });
    const { ref } = await putArtifact(ledger, "an artifact");
    const long = message("state:x", "long ".repeat(3000));
    await ledger.append([
      long,
      { ...message("state:x", "m"), body: { artifact_id: ref.sha256 }, texts: [] },
    ]);
    const files = await filesOf(exportHistory(ledger));
    const copy = await open();
    assert.deepEqual(
      (await bring(copy, files)).list.filter(({ severity }) => severity === "error"),
      [],
    );
    assert.deepEqual(await dump(copy), await dump(ledger));
    assert.deepEqual(await faults(copy), []);
    assert.deepEqual(await filesOf(exportHistory(copy)), files);
    assert.equal((await bring(copy, files)).appended, 0);
  });

  check("a history that was tampered with is refused", async (ledger, open) => {
    await ledger.append([message("state:x", "one"), message("state:x", "two")]);
    const files = await filesOf(exportHistory(ledger));
    const lines = text(files["history/events.jsonl"]).trimEnd().split("\n");
    const target = await open();
    const with_ = (log: readonly string[], others: Files = files) => ({
      ...others,
      "history/events.jsonl": `${log.join("\n")}\n`,
    });
    const altered = await bring(
      target,
      with_([lines[0]?.replace("ada", "eve") ?? "", lines[1] ?? ""]),
    );
    assert.ok(altered.codes.includes("E_JSONL_LINE"));
    const swapped = await bring(target, with_(lines.toReversed()));
    assert.ok(swapped.codes.includes("E_JSONL_LINE"));
    const blob = `history/blobs/${sha256("two")}`;
    const other = await bring(target, { ...files, [blob]: "tvo" });
    assert.deepEqual(other.codes, ["E_BLOB"]);
    const { [blob]: _lost, ...rest } = files;
    assert.deepEqual((await bring(target, rest)).codes, ["E_BLOB"]);
    assert.deepEqual(await dump(target), []);
  });

  check("a history with redacted texts says so and verifies", async (ledger, open) => {
    await ledger.append([message("state:x", "secret")]);
    const { [`history/blobs/${sha256("secret")}`]: _, ...files } = await filesOf(
      exportHistory(ledger),
    );
    const redacted = JSON.stringify({ redacted: [sha256("secret")] });
    const target = await open();
    const report = await bring(target, { ...files, "history/redacted.json": redacted });
    assert.deepEqual([report.codes, report.redacted], [[], 1]);
    assert.deepEqual(await faults(target), []);
    assert.equal(
      text((await filesOf(exportHistory(target)))["history/redacted.json"]).trim(),
      redacted,
    );
  });

  check("histories merge as the design says", async (ledger, open) => {
    await ledger.append([message("state:x", "one"), message("state:x", "two")]);
    const short = await filesOf(exportHistory(ledger));
    await ledger.append([message("state:x", "three")]);
    const long = await filesOf(exportHistory(ledger));
    const target = await open();
    await bring(target, short);
    assert.deepEqual((await bring(target, long)).appended, 1);
    assert.deepEqual((await bring(target, short)).known, 2);
    const [, , last] = await dump(ledger);
    const fork = await open();
    await bring(fork, short);
    await fork.append([message("state:x", "other")]);
    const { diverged } = await bring(fork, long);
    assert.deepEqual(diverged, [{ stream: "state:x", seq: 2, history: `history:${last?.hash}` }]);
    assert.deepEqual(await faults(fork), []);
    const both = await open();
    await bring(both, await filesOf(exportHistory(fork)));
    assert.deepEqual(await dump(both), await dump(fork));
  });

  check("copyLedger() carries everything into an empty workspace only", async (ledger, open) => {
    await bring(ledger, { ...logOf(smallLog()), [`blobs/${"ab".repeat(32)}`]: "aliased" });
    await ledger.append([message("state:x", "long ".repeat(3000))]);
    const copy = await open();
    const copied = await copyLedger(ledger, copy, () => {});
    assert.deepEqual(await dump(copy), await dump(ledger));
    assert.equal(copied.events, smallLog().length + 2); // And what the foreign id refers to.
    assert.deepEqual(await faults(copy), []);
    assert.deepEqual(await filesOf(exportHistory(copy)), await filesOf(exportHistory(ledger)));
    await assert.rejects(
      copyLedger(ledger, copy, () => {}),
      { code: "E_EXISTS" },
    );
  });
}

test("a log cut at any byte of its last two lines loses the torn line at most", async () => {
  const [sqlite] = all;
  assert.ok(sqlite);
  const lines = [
    frame("session", "s", 0, { type: "session_started", input: "a" }),
    frame("session", "s", 1, { type: "output_text_delta", delta: "ü😀" }),
    frame("session", "s", 2, { type: "session_ended", reason: "completed" }),
  ];
  const log = Buffer.from(`${lines.join("\n")}\n`);
  const ends = lines.map((_, at) => Buffer.byteLength(lines.slice(0, at + 1).join("\n")));
  const from = (ends[0] ?? 0) + 1;
  for (let cut = from; cut <= log.length; cut += cut % 7 === 0 ? 1 : 3) {
    const ledger = await openLedgerAt(sqlite.location());
    const { codes, torn, appended } = await bring(ledger, {
      "events.jsonl": log.subarray(0, cut),
    });
    const good = ends.filter((end) => end <= cut).length;
    assert.equal(appended, good, `cut at ${cut}`);
    const rest = log.subarray(good === 0 ? 0 : (ends[good - 1] ?? 0) + 1, cut);
    assert.deepEqual(codes, rest.length === 0 ? [] : ["W_TORN_LINE"]);
    const kept = torn && (await ledger.read((tx) => readArtifact(tx, torn)));
    assert.deepEqual([...(kept ?? [])], [...rest]);
    const [next] = await ledger.append([message("session:s", "next")]);
    assert.equal(next?.seq, good);
    assert.deepEqual(await faults(ledger), []);
    await ledger.close();
  }
});

const samples = process.env.HOLDALL_SAMPLES;

test("the recorded log without stream kinds is read and written in full", {
  skip: samples ? false : "HOLDALL_SAMPLES names no folder",
}, async () => {
  const [sqlite] = all;
  assert.ok(sqlite && samples);
  const folder = path.join(samples, "rip/context_compiler/hierarchical_summaries_v1");
  const ledger = await openLedgerAt(sqlite.location());
  const findings = createFindings("lenient");
  const source = await findLog(folderFiles(folder));
  const report = await importLog(ledger, source, { findings, dryRun: false, progress: () => {} });
  assert.deepEqual([report.appended, report.streams, report.missing], [64, 1, 3]);
  const original = fs.readFileSync(path.join(folder, "events.jsonl"), "utf8").trimEnd().split("\n");
  const written = (await exported(ledger)).trimEnd().split("\n");
  for (const [at, line] of written.entries()) {
    const { stream_kind, stream_id, ...rest } = JSON.parse(line);
    assert.equal(stream_kind, "continuity");
    assert.equal(stream_id, rest.session_id);
    // What is absent is left out of this key, however it was written before.
    const before = original[at]?.replace('"from_message_id":null,', "");
    assert.equal(JSON.stringify(rest), before);
  }
  assert.deepEqual(await faults(ledger), []);
  await ledger.close();
});
