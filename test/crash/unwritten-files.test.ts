/**
 * Commands that record something and then write files that show it: pages of requests, lines of memories, folders of
 * bundles, curated files. What cannot be written is refused before it is recorded; what fails afterwards is reported
 * with what is recorded, and the command that the message names completes it. Every obstacle here is a real one.
 */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { createLab, type Lab, NOW } from "../support/responsibilities.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const scratch = makeScratch();
const STEWARD = { actor: "steward_lab" };
const REQUEST = { subject: "Describe the flag", from: "build_cos", to: "docs_cos" };
const INGEST = { paths: ["notes.md"], scope: "release", objective: ["Plan the release"] };

let labs = 0;

/** A workspace with some content to ingest; its store lies elsewhere. */
async function createLabWithNotes(): Promise<Lab> {
  labs++;
  const lab = await createLab({ location: () => path.join(scratch, `store-${labs}`, ".holdall") });
  writeFiles(lab.cwd, { "notes.md": "# Notes\n" });
  return lab;
}

/** The error of a command that must fail. */
async function errorOf(lab: Lab, name: OperationName, input: object): Promise<HoldallError> {
  try {
    await lab.run(name, { ...input });
  } catch (error) {
    if (error instanceof HoldallError) return error;
    throw error;
  }
  return assert.fail(`${name} succeeded`);
}

/** How many events the workspace has. */
async function countEvents(lab: Lab): Promise<number> {
  const [row] = await lab.rows("select count(*) as n from ledger_events");
  return Number(row?.n);
}

interface Obstacle {
  readonly name: string;
  /** The path that it is put at, below the workspace. */
  readonly at: string;
  put(absolute: string): void;
}

const file = (at: string): Obstacle => ({
  name: `a file at ${at}`,
  at,
  put: (absolute) => fs.writeFileSync(absolute, "in the way\n"),
});
const folder = (at: string): Obstacle => ({
  name: `a folder at ${at}`,
  at,
  put: (absolute) => void fs.mkdirSync(path.join(absolute, "below"), { recursive: true }),
});
const link = (at: string): Obstacle => ({
  name: `a link at ${at}`,
  at,
  put: (absolute) => fs.symlinkSync(scratch, absolute),
});

interface Refused {
  readonly command: OperationName;
  readonly input: object;
  readonly obstacles: readonly Obstacle[];
  /** What has to be there before. */
  prepare?(lab: Lab): Promise<unknown>;
}

const DOCS = "registry/docs_cos";
const created = (lab: Lab) => lab.run("request create", { ...REQUEST, id: "req_a" });
/** Ingests a bundle, and lets the steward accept the request for it. */
async function ingested(lab: Lab): Promise<void> {
  const { request_id: id } = await lab.run<{ request_id: string }>("context ingest", INGEST);
  await lab.run("request accept", { id, ...STEWARD });
}
const BUNDLE = "bundle_2026-02-03-release";
const memories = [
  folder(`${DOCS}/memory/events.md`),
  file(`${DOCS}/memory`),
  link(`${DOCS}/memory`),
];
const pages = [
  file(`${DOCS}/queue`),
  link(`${DOCS}/queue`),
  folder(`${DOCS}/queue/inbox/req_a.md`),
];

/** A command that writes some curated files. */
function mandate(command: OperationName, input: object, written: readonly string[]): Refused {
  const curated = [...written.map((stem) => `${stem}.md`), "bundle.yaml"];
  return {
    command,
    input: { id: "docs_cos", ...input },
    obstacles: [
      file(`${DOCS}/ai_context`),
      ...curated.map((name) => folder(`${DOCS}/ai_context/${name}`)),
      folder(".curator/docs_cos/publish.json"),
      ...memories,
    ],
  };
}

/** Every command that records and then writes files, with what can be in their way. */
const refused: readonly Refused[] = [
  {
    command: "request create",
    input: { ...REQUEST, id: "req_a" },
    obstacles: [...pages, ...memories, file("registry/build_cos/queue"), file(".curator")],
  },
  ...(["accept", "defer", "reject"] as const).map(
    (verb): Refused => ({
      command: `request ${verb}`,
      input: {
        id: "req_a",
        note: "later",
        actor: "docs_cos",
        ...(verb === "defer" && { until: "2026-02-04T09:00:00Z" }),
      },
      prepare: created,
      obstacles: [...pages, ...memories],
    }),
  ),
  {
    command: "request complete",
    input: { id: "req_a", note: "reports/2026-02-03.md", actor: "docs_cos" },
    prepare: async (lab) => {
      await created(lab);
      await lab.run("request accept", { id: "req_a", actor: "docs_cos" });
    },
    obstacles: pages,
  },
  {
    command: "request cancel",
    input: { id: "req_a", note: "no longer", actor: "build_cos" },
    prepare: created,
    obstacles: pages,
  },
  {
    command: "request claim",
    input: { id: "docs_cos", actor: "worker-1" },
    prepare: created,
    obstacles: [...pages, ...memories],
  },
  {
    command: "context ingest",
    input: INGEST,
    obstacles: [
      file("context"),
      link("context"),
      file(`context/bundles/${BUNDLE}`),
      folder(`context/bundles/${BUNDLE}/bundle.yaml`),
      file(".curator"),
      folder("registry/steward_lab/memory/events.md"),
      file("registry/steward_lab/queue"),
    ],
  },
  {
    command: "context bundle register",
    input: { id: BUNDLE, primary: ["docs_cos"], ...STEWARD },
    prepare: ingested,
    obstacles: [
      folder(`context/bundles/${BUNDLE}/bundle.yaml`),
      folder("registry/steward_lab/memory/events.md"),
      file("registry/steward_lab/queue"),
    ],
  },
  mandate("context refresh", {}, ["recent_activity", "open_requests", "system_context"]),
  mandate("context refresh", { only: ["open_requests"] }, ["open_requests"]),
  mandate("context compact", {}, ["recent_activity"]),
  mandate("context model decide", { decision: "proceed", by: "user:ann", reason: "one-off" }, [
    "recent_activity",
  ]),
];

/** Puts an obstacle into place of whatever is there, and returns how it is taken away again. */
function obstruct(lab: Lab, { at, put }: Obstacle): () => void {
  const absolute = path.join(lab.cwd, at);
  const aside = path.join(scratch, `aside-${labs}`);
  const isThere = fs.existsSync(absolute);
  if (isThere) fs.renameSync(absolute, aside);
  fs.mkdirSync(path.dirname(absolute), { recursive: true });
  put(absolute);
  return () => {
    fs.rmSync(absolute, { recursive: true });
    if (isThere) fs.renameSync(aside, absolute);
  };
}

suite("a command whose files cannot be written records nothing, and can be run again", () => {
  for (const { command, input, obstacles, prepare } of refused) {
    for (const obstacle of obstacles) {
      test(`${command}: ${obstacle.name}`, async () => {
        const lab = await createLabWithNotes();
        await prepare?.(lab);
        const before = await countEvents(lab);
        const remove = obstruct(lab, obstacle);
        const fault = await lab.fault(command, { ...input });
        assert(fault !== null && fault !== "E_UNFINISHED", `${fault}`);
        assert.equal(await countEvents(lab), before, `${command} failed with ${fault}`);
        remove();
        await lab.run(command, { ...input });
        assert.notEqual(await countEvents(lab), before);
      });
    }
  }
});

test("request sweep records what is due also when a page cannot be written, and says what completes it", async () => {
  const lab = await createLabWithNotes();
  const available = "2026-02-03T11:00:00Z";
  await lab.run("request create", { ...REQUEST, id: "req_a", available });
  await lab.run("request create", { ...REQUEST, id: "req_b", to: "steward_lab", available });
  const remove = obstruct(lab, file(`${DOCS}/queue`));
  const now = "2026-02-03T12:00:00Z";
  const error = await errorOf(lab, "request sweep", { now });
  assert.equal(error.code, "E_UNFINISHED");
  assert.match(error.message, /^Recorded the sweep: 2 opened, 0 expired/);
  assert.match(error.cure ?? "", /`holdall context views docs_cos`/);
  assert.doesNotMatch(error.cure ?? "", /steward_lab/);
  remove();
  assert.deepEqual(await lab.run("request sweep", { now }), {
    opened: [],
    expired: [],
    alerts: [],
  });
  await lab.run("context views", { id: "docs_cos" });
  for (const id of ["docs_cos", "steward_lab", "build_cos"]) {
    const { written } = await lab.run<{ written: readonly string[] }>("context views", { id });
    assert.deepEqual(written, [], id);
  }
});

const disk = mountSmallDisk(4096);
const skip = typeof disk === "string" ? disk : false;

/** A workspace on a disk of its own, whose store lies elsewhere. */
async function createOnDisk(name: string): Promise<Lab & { fill(leave: number | null): void }> {
  if (typeof disk === "string") return assert.fail(disk);
  const lab = await createLabWithNotes();
  const cwd = path.join(disk.folder, name);
  fs.cpSync(lab.cwd, cwd, { recursive: true });
  const run = async <Out>(command: OperationName, input: object = {}) => {
    const full = { store: lab.store, now: NOW, ...input };
    return (await runOperation<Out>(contextIn(cwd), command, full)).out;
  };
  return { ...lab, cwd, run, fill: disk.fill };
}

test("request create on a full disk says which request is recorded, and the commands that it names complete it", {
  skip,
}, async () => {
  const lab = await createOnDisk("create");
  lab.fill(0);
  const error = await errorOf(lab, "request create", REQUEST);
  lab.fill(null);
  const rows = await lab.rows("select id from requests");
  assert.equal(rows.length, 1);
  assert.equal(error.code, "E_UNFINISHED");
  assert(error.message.includes(`Recorded request "${rows[0]?.id}"`), error.message);
  const commands = [...(error.cure ?? "").matchAll(/`holdall (context \w+) (\w+)`/g)];
  assert(commands.length > 0, error.cure);
  for (const [, command, id] of commands) {
    await lab.run(command as OperationName, { id });
  }
  assert.equal((await lab.rows("select id from requests")).length, 1);
  for (const id of ["docs_cos", "build_cos"]) {
    const pagesOf = await lab.run<{ missing: unknown; differing: unknown }>("context views", {
      id,
      check: true,
    });
    assert.deepEqual([pagesOf.missing, pagesOf.differing], [[], []]);
    const memory = fs.readFileSync(path.join(lab.cwd, `registry/${id}/memory/events.md`), "utf8");
    assert(memory.includes(String(rows[0]?.id)), id);
  }
});

/** What a check of the curated files finds, but for files that the lab never had. */
async function codesOf(lab: Lab): Promise<readonly string[]> {
  const { findings } = await lab.run<{ findings: readonly { code: string }[] }>("context verify", {
    id: "docs_cos",
  });
  return findings.map(({ code }) => code).filter((code) => code !== "E_MISSING_FILE");
}

for (const [command, input] of [
  ["context ingest", INGEST],
  ["context refresh", { id: "docs_cos" }],
] as const) {
  test(`${command} on a full disk records nothing or says what is recorded, and leaves nothing that a second run repeats`, {
    skip,
  }, async (t) => {
    const lab = await createOnDisk(command.replace(" ", "-"));
    const seen: string[] = [];
    // Each time some more fits: the disk is full in another place.
    for (const leave of [0, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128].map((kib) => kib * 1024)) {
      const before = await countEvents(lab);
      lab.fill(leave);
      const chosen = command === "context ingest" ? { ...input, scope: `scope ${leave}` } : input;
      const outcome = await lab.run(command, { ...chosen }).then(
        () => null,
        (error: unknown) => error,
      );
      lab.fill(null);
      const grown = (await countEvents(lab)) > before;
      if (outcome === null) {
        seen.push("done");
        continue;
      }
      assert(outcome instanceof HoldallError, String(outcome));
      seen.push(outcome.code);
      assert.equal(outcome.code === "E_UNFINISHED", grown, `${outcome.code} ${outcome.message}`);
      if (command === "context refresh") {
        const isNamed = (await codesOf(lab)).every((code) => code === "W_UNFINISHED");
        assert(isNamed, outcome.message);
        await lab.run("context refresh", { id: "docs_cos" });
        assert.deepEqual(await codesOf(lab), []);
        fs.writeFileSync(path.join(lab.cwd, DOCS, "kernel.md"), `# docs_cos ${leave}\n`);
        continue;
      }
      await lab.run("context drop scan", STEWARD);
      await lab.run("context refresh", { id: "steward_lab" });
      await lab.run("context views", { id: "steward_lab" });
      const bundles = await lab.run<{
        bundles: readonly { fault: string | null; metadata: string }[];
      }>("context bundle list", STEWARD);
      for (const { fault, metadata } of bundles.bundles) {
        assert.deepEqual(
          [fault, metadata],
          [null, "current"],
          `${leave} bytes: ${outcome.message}`,
        );
      }
    }
    t.diagnostic(seen.join(" "));
    assert(seen.some((each) => each !== "done"));
  });
}
