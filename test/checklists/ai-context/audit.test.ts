/** The record of refreshes: where it is, what it proves, and what becomes of it when somebody changes it. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isObject, type JsonObject } from "../../../src/base/json/value.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { type CreateWorkspace, testOnStores } from "./workspace.ts";

const ID = "docs_cos";
const MEMORY = "memory/events.md";
const AUDIT = "logs/context_audit.ndjson";
const FILES = "The files of the bundle are not those whose hash this line records";

interface Verified {
  readonly ok: boolean;
  readonly refreshes: number;
  readonly findings: readonly {
    readonly code: string;
    readonly file: string;
    readonly line: number | null;
    readonly message: string;
  }[];
}

type Workspace = Awaited<ReturnType<CreateWorkspace>>;

function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function linesOf({ read }: Workspace): readonly string[] {
  return read(AUDIT).trimEnd().split("\n");
}

function entriesOf(lab: Workspace): readonly JsonObject[] {
  return linesOf(lab).map((line) => {
    const value: unknown = JSON.parse(line);
    assert(isObject(value));
    return value;
  });
}

/** Changes the kernel and refreshes; every call makes other files. */
async function refreshChanged({ edit, refresh }: Workspace, hour: number, input = {}) {
  edit("kernel.md", /^# docs_cos.*$/m, `# docs_cos ${hour}`);
  await refresh({ now: `2026-02-03T${hour}:00:00Z`, ...input });
}

async function verify({ run }: Workspace): Promise<Verified> {
  return (await run<Verified>("context verify", { id: ID })).out;
}

/** A workspace with three recorded refreshes. */
async function withRefreshes(createWorkspace: CreateWorkspace): Promise<Workspace> {
  const lab = await createWorkspace();
  for (const hour of [11, 12, 13]) await refreshChanged(lab, hour);
  return lab;
}

testOnStores("refreshes are recorded in the audit file and not in the memory", async (create) => {
  const lab = await create();
  const memory = lab.read(MEMORY);
  for (const hour of [11, 12, 13]) await refreshChanged(lab, hour);
  await lab.refresh({ now: "2026-02-03T14:00:00Z" });
  assert.equal(lab.read(MEMORY), memory);
  const lines = linesOf(lab);
  const entries = entriesOf(lab);
  assert.deepEqual(
    entries.map(({ at, prev, prev_line }) => [at, prev, prev_line]),
    [
      ["2026-02-03T11:00:00Z", null, null],
      ["2026-02-03T12:00:00Z", entries[0]?.bundle, sha256(lines[0] ?? "")],
      ["2026-02-03T13:00:00Z", entries[1]?.bundle, sha256(lines[1] ?? "")],
    ],
  );
  assert.deepEqual(await verify(lab), { ...(await verify(lab)), ok: true, refreshes: 3 });
});

testOnStores("a clause of the guardrails wants a line in the memory as well", async (create) => {
  const lab = await create();
  lab.append("guardrails.md", "<!--\n- [context.audit] Not yet.\n-->\n");
  await refreshChanged(lab, 11);
  assert.doesNotMatch(lab.read(MEMORY), /bundle_refreshed/);
  lab.append("guardrails.md", "- [context.audit] The memory has the hash of every refresh.\n");
  await refreshChanged(lab, 12);
  await refreshChanged(lab, 13);
  const noted = lab.read(MEMORY).match(/^- .* bundle_refreshed .*$/gm) ?? [];
  assert.equal(noted.length, 2);
  for (const [index, line] of noted.entries()) {
    assert(line.includes(String(entriesOf(lab)[index + 1]?.bundle)));
  }
  const { ok, refreshes } = await verify(lab);
  assert.deepEqual([ok, refreshes], [true, 3], "the memory only repeats what the chain has");
  const now = "2026-02-03T13:00:00Z";
  const { out } = await lab.run<{ text: string }>("context load", { id: ID, now });
  assert.doesNotMatch(out.text, /bundle_refreshed|sha256/);
  lab.append(MEMORY, "- 2026-02-03T13:10:00Z decision (task: t1) – ship on Friday\n");
  await lab.run("context compact", { id: ID, now: "2026-02-03T14:00:00Z" });
  assert.match(lab.read("memory/insights.md"), /ship on Friday/);
  assert.doesNotMatch(lab.read("memory/insights.md"), /bundle_refreshed/);
});

/** What somebody may make of three lines. */
const alterations: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  "an altered time in the first line": ([a = "", ...rest]) => [a.replace("T11:", "T10:"), ...rest],
  "an altered time in the last line": ([a = "", b = "", c = ""]) => [
    a,
    b,
    c.replace("T13:", "T14:"),
  ],
  "an altered hash of a file": ([a = "", b = "", c = ""]) => [
    a,
    b.replace(/"current_focus":"\w{4}/, '"current_focus":"0000'),
    c,
  ],
  "the first line removed": ([, b = "", c = ""]) => [b, c],
  "a line in the middle removed": ([a = "", , c = ""]) => [a, c],
  "the last line removed": ([a = "", b = ""]) => [a, b],
  "every line removed": () => [],
  "two lines in another order": ([a = "", b = "", c = ""]) => [b, a, c],
  "the last two in another order": ([a = "", b = "", c = ""]) => [a, c, b],
  "a line twice": ([a = "", b = "", c = ""]) => [a, b, b, c],
  "other text at the end": (lines) => [...lines, "Nothing to see here"],
  "another object at the end": (lines) => [...lines, '{"kind":"bundle_refreshed"}'],
};

testOnStores("every change of the audit file is found, also without the ledger", async (create) => {
  const lab = await withRefreshes(create);
  const file = path.join(lab.root, AUDIT);
  const lines = linesOf(lab);
  const check = async (what: string) => {
    for (const [name, alter] of Object.entries(alterations)) {
      fs.writeFileSync(
        file,
        alter(lines)
          .map((line) => `${line}\n`)
          .join(""),
      );
      const { ok, findings } = await verify(lab);
      const found = findings.filter(({ code, file: at }) => code === "E_DIGEST" && at === AUDIT);
      assert(!ok && found.length > 0, `${name}, ${what}`);
    }
    fs.rmSync(file);
    assert.equal((await verify(lab)).ok, false, `no file, ${what}`);
    fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
    assert.deepEqual((await verify(lab)).findings, [], what);
  };
  await check("with the ledger");
  if (lab.store !== undefined) return;
  fs.renameSync(path.join(lab.cwd, ".holdall"), path.join(lab.cwd, "elsewhere"));
  await check("without the ledger");
});

testOnStores("a project that was put back as a whole is not the recorded one", async (create) => {
  const lab = await withRefreshes(create);
  const kept = path.join(lab.cwd, "kept");
  fs.cpSync(lab.root, kept, { recursive: true });
  await refreshChanged(lab, 14);
  fs.rmSync(lab.root, { recursive: true });
  fs.cpSync(kept, lab.root, { recursive: true });
  const { findings } = await verify(lab);
  assert.deepEqual(
    findings.map(({ code, file }) => [code, file]),
    [["E_DIGEST", AUDIT]],
  );
  await lab.refresh({ now: "2026-02-03T15:00:00Z" });
  assert.deepEqual((await verify(lab)).findings, []);
  assert.equal((await verify(lab)).refreshes, 5, "the one that was put back is recorded as well");
});

testOnStores("a file that is gone or cut is written again from the ledger", async (create) => {
  const lab = await withRefreshes(create);
  const file = path.join(lab.root, AUDIT);
  const before = lab.read(AUDIT);
  fs.rmSync(file);
  await lab.refresh({ now: "2026-02-03T14:00:00Z" });
  assert.equal(lab.read(AUDIT), before);
  for (const left of [before.indexOf("\n") + 1, before.indexOf("\n") + 40, before.length - 1]) {
    fs.truncateSync(file, left);
    await refreshChanged(lab, 15);
    assert(lab.read(AUDIT).startsWith(before.trimEnd()), `after ${left} bytes`);
    assert.deepEqual((await verify(lab)).findings, [], `after ${left} bytes`);
    fs.rmSync(file);
    await refreshChanged(lab, 16);
  }
});

testOnStores(
  "the chain goes on from the memory, where earlier versions wrote it",
  async (create) => {
    const lab = await create();
    // A run that records nothing in the ledger, to have files whose hash only its line has.
    await refreshChanged(lab, 11, { telemetry: "off" });
    const { bundle } = entriesOf(lab)[0] ?? {};
    fs.rmSync(path.join(lab.root, "logs"), { recursive: true });
    lab.edit("ai_context/bundle.yaml", /^ +audit_line: .*\n/m, "");
    const facts = `responsibility: ${ID}, mandate: context_curator.refresh_ai_context`;
    const line = `- 2026-02-03T11:00:00Z bundle_refreshed (${facts}, bundle: ${bundle}, prev: none, clause: context.audit) – system_context=000000000000`;
    lab.append(MEMORY, `${line}\n`);
    const old = await verify(lab);
    assert.deepEqual([old.findings, old.refreshes], [[], 1]);
    await refreshChanged(lab, 12);
    await refreshChanged(lab, 13);
    const [first] = entriesOf(lab);
    assert.deepEqual([first?.prev, first?.prev_line], [bundle, sha256(line)]);
    const now = await verify(lab);
    assert.deepEqual([now.findings, now.refreshes], [[], 3]);
    lab.edit(MEMORY, "T11:00:00Z bundle_refreshed", "T10:00:00Z bundle_refreshed");
    const altered = await verify(lab);
    assert.deepEqual(
      altered.findings.map(({ code, file, line: at }) => [code, file, at]),
      [
        ["E_MEMORY_MUTATED", MEMORY, null],
        ["E_DIGEST", AUDIT, 1],
      ],
    );
  },
);

testOnStores("a project on another machine goes on, with a ledger of its own", async (create) => {
  const lab = await withRefreshes(create);
  if (lab.store !== undefined) return;
  const cwd = path.join(lab.cwd, "clone");
  for (const part of ["registry", "ros.config.yaml"])
    fs.cpSync(path.join(lab.cwd, part), path.join(cwd, part), { recursive: true });
  const context = contextIn(cwd);
  await runOperation(context, "init", {});
  const input = { id: ID, now: "2026-02-03T15:00:00Z" };
  const check = async () => (await runOperation<Verified>(context, "context verify", input)).out;
  for (const title of ["here", "there"]) {
    const kernel = path.join(cwd, "registry", ID, "kernel.md");
    fs.writeFileSync(kernel, `# ${ID} ${title}\n\nAnswers questions.\n`);
    await runOperation(context, "context refresh", input);
  }
  const { findings, refreshes } = await check();
  assert.deepEqual([findings, refreshes], [[], 5]);
});

const hostile: Readonly<Record<string, string | Uint8Array>> = {
  "a very long line": `{"kind":"bundle_refreshed","at":"${"x".repeat(3_000_000)}"}\n`,
  "deep nesting": `${'{"kind":'.repeat(5000)}\n${"[".repeat(60_000)}\n`,
  "many lines": "{\n".repeat(200_000),
  "bytes that are no text": Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256),
  "names that are no names": `${JSON.stringify({
    at: "\u001b[2J",
    kind: "bundle_refreshed",
    bundle: `sha256:${"0".repeat(64)}`,
    prev: null,
    prev_line: null,
    files: { "__proto__\u001b[2J": "x", "../x": "y" },
  })}\n`,
};

testOnStores("an audit file of a stranger is data", async (create) => {
  const lab = await create();
  const file = path.join(lab.root, AUDIT);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (const [index, [name, content]] of Object.entries(hostile).entries()) {
    fs.writeFileSync(file, content);
    await refreshChanged(lab, 10 + index, { telemetry: "off" });
    const { ok, findings } = await verify(lab);
    assert(findings.length <= 30, name);
    assert.equal(ok, name === "names that are no names", name);
    assert.equal(
      findings.some(({ message }) => message === FILES),
      false,
      name,
    );
  }
  const target = path.join(lab.cwd, "target");
  fs.writeFileSync(target, "");
  fs.rmSync(file);
  fs.symlinkSync(target, file);
  lab.edit("kernel.md", /^# docs_cos.*$/m, "# docs_cos linked");
  assert.equal(await lab.fails("context refresh"), "E_LINK");
  assert.equal(fs.readFileSync(target, "utf8"), "");
});
