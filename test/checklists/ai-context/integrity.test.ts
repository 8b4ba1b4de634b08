/** Hash chain, no writes to the queue, kills, locks. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promptFiles } from "../../../src/model/ai-context/context-file.ts";
import { picture } from "../../support/scratch.ts";
import { closedRun, NOW, testOnStores } from "./workspace.ts";

interface Verified {
  readonly ok: boolean;
  readonly last_refresh: {
    readonly at: string;
    readonly changed: readonly string[];
    readonly unchanged: readonly string[];
  } | null;
  readonly findings: readonly { code: string; line: number | null; file: string }[];
}

testOnStores(
  "verify passes after several refreshes and finds a changed byte or a changed hash",
  async (createWorkspace) => {
    const { refresh, run, write, edit } = await createWorkspace();
    for (let hour = 0; hour < 4; hour++) {
      write({
        [`mandates/runs/weekly/2026-02-0${hour + 1}T09-00Z.md`]: closedRun(
          `2026-02-0${hour + 1}T10:00:00Z`,
        ),
      });
      await refresh({ now: `2026-02-03T1${hour}:00:00Z` });
    }
    const verify = async () => (await run<Verified>("context verify", { id: "docs_cos" })).out;
    const { findings, last_refresh } = await verify();
    assert.deepEqual(findings, []);
    assert.equal(last_refresh?.at, "2026-02-03T13:00:00Z");
    assert.deepEqual(last_refresh.changed, ["recent_activity"], "a run is an activity");
    assert.equal(last_refresh.unchanged.includes("system_context"), true);
    edit(
      "ai_context/model_preferences.md",
      /^last_checked_at: .*$/m,
      "last_checked_at: 2026-02-09T00:00:00Z",
    );
    assert.equal((await verify()).ok, true, "when a file was written is no part of the hash");
    edit("ai_context/system_context.md", "# System context", "# System  context");
    const byte = await verify();
    assert.equal(byte.findings[0]?.code, "E_DIGEST");
    assert.equal(typeof byte.findings[0]?.line, "number");
    edit("ai_context/system_context.md", "# System  context", "# System context");
    edit("logs/context_audit.ndjson", /"prev":"sha256:\w{4}/, '"prev":"sha256:0000');
    const chain = await verify();
    assert(chain.findings.some(({ code, line }) => code === "E_DIGEST" && line === 2));
  },
);

testOnStores(
  "a changed request makes files stale, and only the files about events change",
  async (createWorkspace) => {
    const { run, refresh, root, read, fails, cwd } = await createWorkspace();
    await run("responsibility add", { id: "build_cos", actor: "docs_cos" });
    await run("responsibility activate", { id: "build_cos", actor: "docs_cos" });
    await run("context identity sign", { id: "docs_cos", by: "user:ann" });
    await refresh();
    fs.writeFileSync(path.join(cwd, "task.md"), "Do it.\n");
    const assemble = (input = {}) =>
      fails("context assemble", { task: "task.md", goal: "Do it", ...input });
    assert.equal(await assemble(), null);
    const before = picture(path.join(root, "ai_context"));
    await run("request create", {
      subject: "Describe the flag",
      from: "build_cos",
      to: "docs_cos",
      id: "req_a",
      actor: "build_cos",
    });
    const stale = await run<{ responsibilities: readonly { stale: readonly string[] }[] }>(
      "context fresh",
      { id: "docs_cos" },
    );
    assert.equal(stale.exit, 4);
    assert(stale.out.responsibilities[0]?.stale.includes("request_events"));
    assert.equal(await fails("context load", { frozen: true }), "E_STALE");
    assert.equal(await assemble({ frozen: true }), "E_STALE");
    assert.equal((await run("context fresh", { id: "docs_cos", fix: true })).exit, 0);
    assert.equal((await run("context fresh", { id: "docs_cos" })).exit, 0);
    assert.equal(await assemble(), null);
    assert.match(
      read("ai_context/open_requests.md"),
      /^- \[req_a\]\(queue\/inbox\/req_a\.md\) pending since 2026-02-03 from build_cos: Describe the flag$/m,
    );
    const after = picture(path.join(root, "ai_context"));
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    assert.deepEqual(changed.sort(), ["bundle.yaml", "open_requests.md", "recent_activity.md"]);
  },
);

/** The files of a bundle that work changes. */
async function changedBy(folder: string, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = picture(folder);
  await work();
  const after = picture(folder);
  return Object.keys(after)
    .filter((file) => after[file] !== before[file])
    .sort();
}

testOnStores(
  "an accepted request and a closed run are shown at once, also in the focus",
  async (createWorkspace) => {
    const { run, refresh, root, read, write } = await createWorkspace();
    const actor = "docs_cos";
    const folder = path.join(root, "ai_context");
    const fix = () => run("context fresh", { id: actor, fix: true });
    const sent = { subject: "S", from: actor, to: actor, id: "req_a", actor };
    await run("request create", sent);
    const runs = "mandates/runs/weekly_review/2026-02-03T09-00Z.md";
    write({ [runs]: "---\nstatus: running\n---\n# Run\n" });
    await refresh();
    assert(read("ai_context/current_focus.md").includes(runs));
    await run("request accept", { id: "req_a", actor });
    const aboutEvents = [
      "bundle.yaml",
      "current_focus.md",
      "open_requests.md",
      "recent_activity.md",
    ];
    assert.deepEqual(await changedBy(folder, fix), aboutEvents);
    write({ [runs]: closedRun("2026-02-03T09:30:00Z") });
    const stale = await run<Fresh>("context fresh", { id: actor });
    assert.deepEqual(stale.out.responsibilities[0]?.stale, ["mandate_runs"]);
    assert.deepEqual(await changedBy(folder, fix), [
      "bundle.yaml",
      "current_focus.md",
      "recent_activity.md",
    ]);
    assert.equal((await run("context fresh", { id: actor })).exit, 0);
    // What is opened is something to work on now, and is shown at once.
    write({ [runs.replace("09-00", "09-40")]: "---\nstatus: running\n---\n# Run\n" });
    assert((await changedBy(folder, fix)).includes("current_focus.md"));
    assert.equal((await run("context fresh", { id: actor })).exit, 0);
  },
);

interface Fresh {
  readonly responsibilities: readonly { readonly stale: readonly string[] }[];
}

testOnStores(
  "a line of memory alone does not make a changed request look shown",
  async (createWorkspace) => {
    const { run, refresh } = await createWorkspace();
    await refresh();
    await run("request create", {
      subject: "S",
      from: "docs_cos",
      to: "docs_cos",
      id: "req_a",
      actor: "docs_cos",
    });
    await refresh({ only: ["model_preferences"], detected: "m" });
    const { out } = await run<{ responsibilities: readonly { stale: readonly string[] }[] }>(
      "context fresh",
      { id: "docs_cos" },
    );
    assert.deepEqual(out.responsibilities[0]?.stale, ["request_events"]);
  },
);

testOnStores("no mandate changes the queue or the registry", async (createWorkspace) => {
  const { run, refresh, append } = await createWorkspace();
  const counts = async () => {
    const { out } = await run<{ tables: Record<string, number> }>("status");
    const { requests, request_events, responsibilities, data_artifacts, transformations } =
      out.tables;
    return { requests, request_events, responsibilities, data_artifacts, transformations };
  };
  const before = await counts();
  assert.equal(before.responsibilities, 1);
  await refresh();
  append("memory/events.md", "- 2026-02-03T09:00:00Z note (a: b) – x\n");
  await run("context compact", { id: "docs_cos" });
  await refresh({ only: ["open_requests"], alerts: true });
  await refresh({ only: ["model_preferences"], detected: "m" });
  assert.deepEqual(await counts(), before);
});

testOnStores(
  "with --telemetry file a mandate writes nothing to the ledger; its lines become notes later",
  async (createWorkspace) => {
    const { run, refresh, root } = await createWorkspace();
    const events = async () => (await run<{ events: number }>("status")).out.events;
    const before = await events();
    await refresh({ telemetry: "file" });
    assert.equal(await events(), before);
    assert.match(
      fs.readFileSync(path.join(root, "telemetry/metrics.ndjson"), "utf8"),
      /"context_volume"/,
    );
    await refresh({ now: "2026-02-03T11:00:00Z" });
    assert((await events()) > before);
    assert.equal((await refresh({ now: NOW })).exit, 0);
  },
);

const program = path.resolve("bin/holdall.cjs");

/** Starts the built program; the result resolves with its exit code, null when it was killed. */
function start(cwd: string, store: string | undefined, args: readonly string[]) {
  const where = store === undefined ? [] : ["--store", store];
  const child = spawn(process.execPath, [program, ...args, ...where], { cwd, stdio: "ignore" });
  return { child, ended: new Promise<number | null>((resolve) => child.on("close", resolve)) };
}

testOnStores(
  "a refresh that is killed leaves the old files or the new ones",
  async (createWorkspace) => {
    const { cwd, store, refresh, run, root, edit, write } = await createWorkspace();
    await refresh();
    const names = [...promptFiles].map((stem) => `ai_context/${stem}.md`);
    const set = () => names.map((file) => fs.readFileSync(path.join(root, file), "utf8"));
    let old = set();
    for (let round = 0; round < 12; round++) {
      edit("kernel.md", /^# docs_cos.*$/m, `# docs_cos ${round}`);
      edit("kernel.md", /for, in .*$/m, `for, in round ${round} sentences.`);
      write({ "context/projects/first_project.md": `# First project\n\nRound ${round}\n` });
      const { child, ended } = start(cwd, store, ["context", "refresh", "docs_cos"]);
      await wait(150 + round * 40);
      child.kill("SIGKILL");
      await ended;
      // Whoever reads next finishes or discards what was begun.
      const { out } = await run<{ files: readonly { text: string }[] }>("context status", {
        id: "docs_cos",
        files: true,
      });
      const seen = out.files.map(({ text }) => text);
      const isOld = JSON.stringify(seen) === JSON.stringify(old);
      const isNew =
        seen[0]?.includes(`in round ${round} sentences`) === true &&
        seen[1]?.includes(`Round ${round}`) === true;
      assert(isOld || isNew, `round ${round}`);
      await refresh({ now: `2026-02-04T10:${String(round).padStart(2, "0")}:00Z` });
      old = set();
      const left = fs.readdirSync(path.join(cwd, ".curator/docs_cos"));
      assert.deepEqual(
        left.filter((name) => name.startsWith("staging") || name === "publish.json"),
        [],
      );
    }
    const { out } = await run<Verified>("context verify", { id: "docs_cos" });
    assert.deepEqual(out.findings, []);
  },
);

testOnStores(
  "a lock whose process was killed before it was written does not stop a refresh",
  async (createWorkspace) => {
    const { cwd, refresh } = await createWorkspace();
    await refresh();
    fs.writeFileSync(path.join(cwd, ".curator/docs_cos/lock"), "");
    assert.equal((await refresh()).exit, 0);
  },
);

testOnStores(
  "one of two refreshes at once works, the other ends with 4",
  async (createWorkspace) => {
    const { cwd, store, fails } = await createWorkspace();
    fs.mkdirSync(path.join(cwd, ".curator/docs_cos"), { recursive: true });
    const lock = path.join(cwd, ".curator/docs_cos/lock");
    fs.writeFileSync(
      lock,
      JSON.stringify({
        pid: process.pid,
        host: (await import("node:os")).hostname(),
        at: Date.now(),
      }),
    );
    assert.equal(await fails("context refresh"), "E_LOCKED");
    const { ended } = start(cwd, store, ["context", "refresh", "docs_cos"]);
    assert.equal(await ended, 4);
    fs.writeFileSync(
      lock,
      JSON.stringify({
        pid: 999_999_999,
        host: (await import("node:os")).hostname(),
        at: Date.now(),
      }),
    );
    assert.equal(
      await fails("context refresh"),
      null,
      "a lock of a process that is gone is taken over",
    );
  },
);
