import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { sha256 } from "../../src/base/hash.ts";
import { loadOperation, type OperationName } from "../../src/operations/registry.ts";
import { smallLog } from "../support/frames.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { workingContext } from "../support/state-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
const BLOB = "A blob with ü and 😀";
const blobId = sha256(BLOB);
const lines = smallLog().map((line) => line.replaceAll("ab".repeat(32), blobId));
writeFiles(path.join(scratch, "log"), {
  "events.jsonl": `${lines.join("\n")}\n`,
  [`.rip/artifacts/blobs/${blobId}`]: BLOB,
});

/** A project with a workspace, and the log imported into it when wanted. */
function project(name: string, withLog = true): string {
  const cwd = path.join(scratch, name);
  fs.mkdirSync(path.join(cwd, "deep/inside"), { recursive: true });
  assert.equal(holdall(["init"], { cwd }).code, 0);
  if (withLog) assert.equal(holdall(["ledger", "import", "../log"], { cwd }).code, 0);
  return cwd;
}

test("init makes a private folder that is never committed, once", () => {
  const cwd = project("fresh", false);
  const folder = path.join(cwd, ".holdall");
  assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
  assert.equal(fs.readFileSync(path.join(folder, ".gitignore"), "utf8"), "*\n");
  const again = holdallJson(["init"], { cwd });
  assert.deepEqual([again.code, again.json.created], [0, false]);
});

test("init does not move into a folder that holds other things", () => {
  const cwd = path.join(scratch, "occupied");
  writeFiles(cwd, { "notes.txt": "mine" });
  const before = picture(cwd);
  const { code, stderr } = holdall(["init", "--store", "."], { cwd });
  assert.equal(code, 3);
  assert.match(stderr, /E_EXISTS/);
  assert.deepEqual(picture(cwd), before);
});

test("the workspace is the nearest one, or the one that is named", () => {
  const cwd = project("outer");
  const events = (args: readonly string[], start: object) =>
    holdallJson(["status", ...args], { cwd, ...start }).json.events;
  assert.equal(events([], { cwd: path.join(cwd, "deep/inside") }), lines.length);
  const other = project("other", false);
  assert.equal(events(["--store", "../other/.holdall"], {}), 0);
  assert.equal(events([], { env: { HOLDALL_STORE: path.join(other, ".holdall") } }), 0);
  assert.equal(
    events(["--store", ".holdall"], { env: { HOLDALL_STORE: "elsewhere" } }),
    lines.length,
  );
  const before = holdallJson(["--store", path.join(cwd, ".holdall"), "ledger", "verify"], {
    cwd: scratch,
  });
  assert.equal(before.json.ok, true);
});

test("without a workspace commands say so and make none", () => {
  const cwd = path.join(scratch, "nothing");
  fs.mkdirSync(cwd);
  for (const args of [["status"], ["verify"], ["ledger", "gc"], ["ledger", "import", "../log"]]) {
    const { code, stderr } = holdall(args, { cwd });
    assert.equal(code, 4);
    assert.match(stderr, /E_NOT_FOUND[\s\S]*holdall init/);
  }
  assert.equal(holdall(["status", "--store", "gopher://x"], { cwd }).code, 2);
  assert.deepEqual(fs.readdirSync(cwd), []);
});

test("verify without a path checks the workspace and names the first wrong event", () => {
  const cwd = project("tampered");
  assert.equal(holdall(["verify"], { cwd }).code, 0);
  const database = new DatabaseSync(path.join(cwd, ".holdall/ledger.sqlite"));
  database.exec("update ledger_events set at = '2000-01-01T00:00:00.000Z' where pos = 3");
  database.close();
  for (const command of [["verify"], ["ledger", "verify"]]) {
    const { code, json } = holdallJson(command, { cwd });
    assert.deepEqual([code, json.ok], [1, false]);
    const { first_wrong } = json.workspace as { first_wrong: Record<string, unknown> };
    assert.equal(first_wrong.seq, 2);
    assert.match(String(first_wrong.stream), /^continuity:/);
  }
  assert.match(holdall(["verify"], { cwd }).stdout, /E_CHAIN[\s\S]*event 2 of continuity:/);
});

test("a workspace of a newer version is refused in one sentence, and not touched", () => {
  const cwd = project("newer");
  const database = new DatabaseSync(path.join(cwd, ".holdall/ledger.sqlite"));
  database.exec("update ledger_meta set value = '99' where key = 'schema'");
  database.close();
  const before = picture(path.join(cwd, ".holdall"));
  for (const command of [["status"], ["verify"], ["ledger", "rebuild"]]) {
    const { code, stderr } = holdall(command, { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /E_VERSION/);
  }
  assert.deepEqual(picture(path.join(cwd, ".holdall")), before);
});

test("a file that is no database is told as such", () => {
  const cwd = project("damaged", false);
  fs.writeFileSync(
    path.join(cwd, ".holdall/ledger.sqlite"),
    "this is not a database, by far".repeat(100),
  );
  const { code, stderr } = holdall(["verify"], { cwd });
  assert.equal(code, 4);
  assert.match(stderr, /E_STORE/);
});

test("artifact get answers as its table says", () => {
  const cwd = project("artifacts");
  for (const id of ["a".repeat(63), "A".repeat(64), "../x", ""]) {
    assert.equal(holdall(["artifact", "get", id], { cwd }).code, 2, id);
  }
  assert.equal(holdall(["artifact", "get", "0".repeat(64)], { cwd }).code, 4);
  const get = (...args: string[]) =>
    holdallJson(["artifact", "get", blobId, ...args], { cwd }).json;
  const total = Buffer.byteLength(BLOB);
  assert.deepEqual(get(), {
    id: blobId,
    offset_bytes: 0,
    total_bytes: total,
    next_offset_bytes: null,
    bytes: total,
    truncated: false,
    eof: true,
    encoding: "utf8",
    content: BLOB,
  });
  assert.deepEqual(
    [get("--offset", String(total)).content, get("--offset", "9999").bytes],
    ["", 0],
  );
  const one = get("--max", "1");
  assert.deepEqual([one.content, one.next_offset_bytes, one.truncated], ["A", 1, true]);
  assert.equal(holdall(["artifact", "get", blobId, "--max", "0"], { cwd }).code, 2);
  assert.equal(holdall(["artifact", "get", blobId, "--offset", "-1"], { cwd }).code, 2);
  fs.writeFileSync(path.join(cwd, ".holdall/blobs", blobId), BLOB.replace("A", "B"));
  const damaged = holdallJson(["artifact", "get", blobId], { cwd });
  assert.deepEqual([damaged.code, (damaged.json.error as { code: string }).code], [1, "E_BLOB"]);
});

test("ledger export writes the log that was imported, and never over something", () => {
  const cwd = project("exporting");
  const { code, json } = holdallJson(["ledger", "export", "out"], { cwd });
  assert.deepEqual([code, json.events, json.blobs, json.left_out], [0, lines.length, 1, {}]);
  assert.equal(
    fs.readFileSync(path.join(cwd, "out/events.jsonl"), "utf8"),
    `${lines.join("\n")}\n`,
  );
  assert.equal(fs.readFileSync(path.join(cwd, "out/.rip/artifacts/blobs", blobId), "utf8"), BLOB);
  assert.equal(holdall(["ledger", "export", "out"], { cwd }).code, 3);
  const back = project("importing", false);
  assert.equal(
    holdallJson(["ledger", "import", "../exporting/out"], { cwd: back }).json.appended,
    lines.length,
  );
});

test("ledger export --all and ledger copy carry the same hashes", () => {
  const cwd = project("whole");
  assert.equal(holdall(["ledger", "export", "all", "--all"], { cwd }).code, 0);
  const copied = holdallJson(["ledger", "copy", "--to", "copy"], { cwd });
  assert.deepEqual([copied.code, copied.json.ok, copied.json.events], [0, true, lines.length]);
  holdall(["ledger", "export", "from-copy", "--all", "--store", "copy"], { cwd });
  const before = picture(path.join(cwd, "all"));
  assert.deepEqual(picture(path.join(cwd, "from-copy")), before);
  assert.equal(holdall(["ledger", "copy", "--to", "copy"], { cwd }).code, 3);
});

test("ledger copy refuses a workspace that fails verification, or copies it with its faults", () => {
  const cwd = project("faulty");
  const database = new DatabaseSync(path.join(cwd, ".holdall/ledger.sqlite"));
  database.exec("update ledger_events set at = '2000-01-01T00:00:00.000Z' where pos = 3");
  database.exec("update ledger_streams set events = events + 1");
  database.close();
  const refused = holdall(["ledger", "copy", "--to", "copy"], { cwd });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /E_CHAIN[\s\S]*--force/);
  assert.equal(fs.existsSync(path.join(cwd, "copy")), false);
  const { code, json } = holdallJson(["ledger", "copy", "--to", "copy", "--force"], { cwd });
  assert.deepEqual([code, json.ok, json.events], [1, false, lines.length]);
  const codes = (json.findings as { code: string; message: string }[]).map((each) => each.code);
  assert.ok(codes.includes("E_CHAIN"));
  // What the copy cannot show any more is reported as well: that streams should be longer.
  assert.match(JSON.stringify(json.findings), /the stream ends here/);
  assert.equal(holdall(["verify", "--store", "copy"], { cwd }).code, 1);
});

test("ledger import refuses a damaged log with its place, and changes nothing", () => {
  const cwd = project("refusing", false);
  const bad = lines.toSpliced(4, 1, "{not json");
  writeFiles(path.join(cwd, "bad"), { "events.jsonl": `${bad.join("\n")}\n` });
  for (const flags of [[], ["--dry-run"]]) {
    const { code, json } = holdallJson(["ledger", "import", "bad", ...flags], { cwd });
    assert.deepEqual([code, json.ok, json.good], [1, false, 4]);
    const findings = json.findings as {
      code: string;
      line: number;
      details?: { offset: number };
    }[];
    const finding = findings.find((each) => each.code === "E_JSONL_LINE");
    const offset = Buffer.byteLength(bad.slice(0, 4).join("\n")) + 1;
    assert.deepEqual([finding?.line, finding?.details?.offset], [5, offset]);
  }
  assert.equal(holdallJson(["status"], { cwd }).json.events, 0);
});

test("ledger gc removes only on request, rebuild and recover have nothing to do", () => {
  const cwd = project("keeping");
  const orphan = path.join(cwd, ".holdall/blobs", sha256("orphan"));
  fs.writeFileSync(orphan, "orphan");
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
  fs.utimesSync(orphan, old, old);
  fs.utimesSync(path.join(cwd, ".holdall/blobs", blobId), old, old);
  const dry = holdallJson(["ledger", "gc", "--dry-run"], { cwd }).json;
  assert.deepEqual(dry.removed, [sha256("orphan")]);
  assert.ok(fs.existsSync(orphan));
  assert.deepEqual(holdallJson(["ledger", "gc"], { cwd }).json.removed, dry.removed);
  assert.ok(!fs.existsSync(orphan));
  assert.equal(holdall(["ledger", "rebuild"], { cwd }).code, 0);
  assert.equal(holdall(["verify"], { cwd }).code, 0);
});

test("what every command on a workspace prints as JSON is what its schema says", async () => {
  const cwd = project("shapes");
  const runs: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
    init: [],
    status: [],
    verify: [],
    "ledger verify": [],
    "ledger import": ["../log"],
    "ledger export": ["shape"],
    "ledger copy": ["--to", "shape-copy"],
    "ledger rebuild": [],
    "ledger recover": [],
    "ledger gc": ["--dry-run"],
    "ledger retain": ["--transcripts", "90d", "--dry-run"],
    "artifact get": [blobId],
  };
  for (const [name, args] of Object.entries(runs)) {
    const { code, json } = holdallJson([...name.split(" "), ...args], { cwd });
    assert.equal(code, 0, name);
    const { output } = await loadOperation(name as OperationName);
    assert.deepEqual(output().parse(json), json, name);
    // And for people: some lines, none of them JSON.
    if (name.startsWith("ledger export") || name.startsWith("ledger copy")) continue;
    const { stdout } = holdall([...name.split(" "), ...args], { cwd });
    assert.ok(stdout.length > 0 && !stdout.startsWith("{"), name);
  }
});

test("pack refuses a folder with a workspace in it", () => {
  const cwd = path.join(scratch, "packing");
  writeFiles(path.join(cwd, "bundle"), workingContext);
  assert.equal(holdall(["init", "-C", "bundle"], { cwd }).code, 0);
  const { code, stderr } = holdall(["pack", "bundle", "--out", "out.tar.gz"], { cwd });
  assert.equal(code, 3);
  assert.match(stderr, /E_PROTECTED/);
});

test("a word that begins commands shows them", () => {
  const { code, stdout } = holdall(["ledger", "--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}ledger import {2}/m);
  assert.equal(holdall(["help", "ledger"]).stdout, stdout);
  assert.match(holdall(["help", "ledger", "gc"]).stdout, /holdall ledger gc/);
  const bare = holdall(["ledger"]);
  assert.equal(bare.code, 2);
  assert.match(bare.stderr, /holdall\s+help ledger/);
  assert.match(holdall(["ledger", "verfy"]).stderr, /did you mean "holdall ledger verify"/);
});
