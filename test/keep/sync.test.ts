import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { parseSshPlace } from "../../src/programs/ssh/ssh-place.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { type Sshd, startSshd, withoutSshd } from "../support/sshd.ts";
import { holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
let machines = 0;

/** A session of Claude Code with some messages. */
function lines(id: string, texts: readonly string[]): string {
  return texts
    .map((content, at) => {
      const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
      const record = {
        type: "user",
        uuid: uuid(at + 1),
        parentUuid: at === 0 ? null : uuid(at),
        sessionId: id,
        cwd: "/home/tides",
        timestamp: `2026-01-05T10:00:0${at}.000Z`,
        message: { role: "user", content },
      };
      return `${JSON.stringify(record)}\n`;
    })
    .join("");
}

/** A machine with sessions of its own, by their ids. */
function createMachine(sessions: Readonly<Record<string, readonly string[]>>) {
  const base = path.join(scratch, `machine-${machines++}`);
  const write = (id: string, texts: readonly string[]) =>
    writeFiles(base, { [`.claude/projects/-work-tides/${id}.jsonl`]: lines(id, texts) });
  fs.mkdirSync(base);
  for (const [id, texts] of Object.entries(sessions)) write(id, texts);
  const env = {
    HOME: base,
    XDG_CONFIG_HOME: undefined,
    XDG_DATA_HOME: undefined,
    XDG_STATE_HOME: undefined,
    CLAUDE_CONFIG_DIR: undefined,
  };
  const run = (...args: string[]) => holdallJson(args, { cwd: base, env });
  const heads = () => {
    const kept = run("keep", "list", "--all").json.sessions as { id: string; host: string }[];
    return kept.map(({ id }) => id).sort();
  };
  return { base, write, run, heads, backup: path.join(base, ".local/share/holdall/kept") };
}

const ONE = "11111111-1111-4111-8111-111111111111";
const TWO = "22222222-2222-4222-8222-222222222222";

type Synced = {
  readonly received: { readonly runs: number; readonly packs: number };
  readonly sent: { readonly runs: number; readonly packs: number };
  readonly diverged: readonly { readonly id: string; readonly heads: number }[];
  readonly differing: readonly string[];
};

function synced({ json }: { readonly json: Record<string, unknown> }): Synced {
  return json as unknown as Synced;
}

test("keep sync gives each of two backups what it lacks, and then nothing more", () => {
  const shared = path.join(scratch, "shared");
  const one = createMachine({ [ONE]: ["The flood gate is stuck"] });
  const two = createMachine({ [TWO]: ["Grease the hinges of the weir"] });
  one.run("keep", "now");
  two.run("keep", "now");
  assert.equal(one.run("keep", "sync", shared).code, 0);
  const second = synced(two.run("keep", "sync", shared));
  assert.deepEqual([second.received.runs, second.sent.runs], [1, 1]);
  one.run("keep", "sync", shared);
  for (const { heads, run } of [one, two]) {
    assert.deepEqual(heads(), [ONE, TWO]);
    assert.equal(run("keep", "verify").code, 0);
  }
  const before = picture(shared);
  const again = synced(one.run("keep", "sync", shared));
  assert.deepEqual([again.received.runs, again.sent.packs], [0, 0]);
  const after = picture(shared);
  for (const each of [before, after]) delete each.lock;
  assert.deepEqual(after, before);
  const found = one.run("sessions", "--all").json.sessions as { id: string; kept: string | null }[];
  assert.deepEqual(found.map(({ id, kept }) => [id, kept]).sort(), [
    [ONE, null],
    [TWO, "elsewhere"],
  ]);
  assert.match(JSON.stringify(one.run("show", TWO).json), /hinges of the weir/);
});

test("a session that was continued on two machines is there twice", () => {
  const shared = path.join(scratch, "twice");
  const one = createMachine({ [ONE]: ["The flood gate is stuck", "Try oil"] });
  const two = createMachine({ [ONE]: ["The flood gate is stuck", "Try a hammer"] });
  for (const { run } of [one, two]) {
    run("keep", "now");
    run("keep", "sync", shared);
  }
  const { diverged } = synced(one.run("keep", "sync", shared));
  assert.deepEqual(
    diverged.map(({ id, heads }) => [id, heads]),
    [[ONE, 2]],
  );
  assert.deepEqual(one.heads(), [ONE, ONE]);
});

test("keep sync takes no damaged pack, and changes nothing that is there", () => {
  const shared = path.join(scratch, "damaged");
  const one = createMachine({ [ONE]: ["The flood gate is stuck"] });
  const two = createMachine({ [TWO]: ["Grease the hinges"] });
  one.run("keep", "now");
  one.run("keep", "sync", shared);
  const [pack = ""] = fs.readdirSync(path.join(shared, "packs"));
  const file = path.join(shared, "packs", pack);
  const bytes = fs.readFileSync(file);
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
  two.run("keep", "now");
  const before = picture(path.join(two.backup, "packs"));
  const { code, json } = two.run("keep", "sync", shared);
  assert.notEqual(code, 0);
  assert.equal((json.error as { code: string }).code, "E_DIGEST");
  assert.deepEqual(picture(path.join(two.backup, "packs")), before);
  assert.deepEqual(two.heads(), [TWO]);
});

test("what was forgotten on one machine is not given out by the backup of another", () => {
  const shared = path.join(scratch, "forgotten");
  const one = createMachine({ [ONE]: ["The flood gate is stuck"] });
  const two = createMachine({ [ONE]: ["The flood gate is stuck"] });
  for (const { run } of [one, two]) run("keep", "now");
  one.run("keep", "forget", ONE);
  one.run("keep", "sync", shared);
  two.run("keep", "sync", shared);
  assert.deepEqual(two.heads(), []);
  assert.equal((two.run("keep", "now").json as { sessions: number }).sessions, 0);
});

test("keep sync refuses a folder with other files, one whose disk is not there, and itself", () => {
  const { base, run, backup } = createMachine({ [ONE]: ["The flood gate is stuck"] });
  run("keep", "now");
  const photos = writeFiles(path.join(scratch, "photos"), { "holiday.jpg": "" });
  const codes = [photos, path.join(scratch, "unmounted/disk"), backup].map(
    (other) => (run("keep", "sync", other).json.error as { code: string }).code,
  );
  assert.deepEqual(codes, ["E_PROTECTED", "E_NOT_FOUND", "E_USAGE"]);
  assert.deepEqual(fs.readdirSync(photos), ["holiday.jpg"]);
  assert(!fs.existsSync(path.join(base, "unmounted")));
});

test("parseSshPlace() takes hosts and folders, and nothing that could be an option or a command", () => {
  assert.deepEqual(parseSshPlace("ssh://anna@laptop:2222/~/kept", "unite with"), {
    host: "anna@laptop",
    port: "2222",
    folder: "kept",
  });
  assert.equal(parseSshPlace("ssh://laptop/mnt/a disk", "unite with")?.folder, "/mnt/a disk");
  assert.equal(parseSshPlace("mounted/kept", "unite with"), null);
  for (const text of [
    "ssh://-oProxyCommand=x/kept",
    "ssh://laptop",
    "ssh://laptop/",
    "ssh://laptop/a\nrm b",
    'ssh://laptop/a"b',
    "https://laptop/kept",
  ]) {
    assert.throws(() => parseSshPlace(text, "unite with"), { code: "E_USAGE" }, text);
  }
});

describe("by ssh", { skip: withoutSshd }, () => {
  let server: Sshd | null = null;

  after(() => server?.end());

  before(async () => {
    server = await startSshd(path.join(scratch, "sshd"));
    process.env.PATH = `${server.bin}${path.delimiter}${process.env.PATH ?? ""}`;
  });

  test("two machines get what they lack, over a third that has no holdall", () => {
    const remote = `ssh://127.0.0.1:${server?.port}${path.join(scratch, "a remote folder")}`;
    const one = createMachine({ [ONE]: ["The flood gate is stuck"] });
    const two = createMachine({ [TWO]: ["Grease the hinges of the weir"] });
    for (const { run } of [one, two]) run("keep", "now");
    const first = one.run("keep", "sync", remote);
    assert.equal(first.code, 0, JSON.stringify(first.json));
    const second = synced(two.run("keep", "sync", remote));
    assert.deepEqual([second.received.runs, second.sent.runs], [1, 1]);
    one.run("keep", "sync", remote);
    assert.deepEqual(one.heads(), [ONE, TWO]);
    assert.equal(one.run("keep", "verify").code, 0);
    assert.equal(
      one.run("keep", "verify", "--from", path.join(scratch, "a remote folder")).code,
      0,
    );
    const again = synced(one.run("keep", "sync", remote));
    assert.deepEqual([again.received.runs, again.sent.runs], [0, 0]);
    const mode = fs.statSync(path.join(scratch, "a remote folder")).mode & 0o777;
    assert.equal(mode, 0o700);
  });

  test("a host that cannot be reached is refused, and nothing is left behind", () => {
    const { run, backup } = createMachine({ [ONE]: ["The flood gate is stuck"] });
    run("keep", "now");
    const before = fs.readdirSync(path.dirname(backup));
    const { json } = run("keep", "sync", "ssh://127.0.0.1:1/kept");
    assert.equal((json.error as { code: string }).code, "E_IO");
    assert.deepEqual(fs.readdirSync(path.dirname(backup)), before);
  });
});
