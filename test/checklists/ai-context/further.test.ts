/** Change checks, policies, signals, acknowledgements, and a queue of an earlier version. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { defaultPolicy, mergePolicies } from "../../../src/curator/telemetry/policy.ts";
import { writeFiles } from "../../support/scratch.ts";
import { testOnStores } from "./workspace.ts";

const lines = (count: number) => "- a line\n".repeat(count);

testOnStores(
  "a file that grew by more than 10 % is reported before it is published, or waits for the steward",
  async (createWorkspace) => {
    const { refresh, write, edit, cwd, run, read } = await createWorkspace();
    write({ "context/knowledge/base.md": lines(100), "context/knowledge/rest.md": lines(1000) });
    await refresh();
    write({ "context/knowledge/base.md": lines(110) });
    const grown = (warnings: readonly string[]) =>
      warnings.filter((each) => /^file_growth/.test(each));
    assert.deepEqual(grown((await refresh({ now: "2026-02-03T11:00:00Z" })).warnings), []);
    write({ "context/knowledge/base.md": lines(122) });
    assert.equal(grown((await refresh({ "dry-run": true })).warnings).length, 1);
    fs.appendFileSync(path.join(cwd, "ros.config.yaml"), "change_checks: block\n");
    const blocked = await refresh({ now: "2026-02-03T12:00:00Z" });
    assert.deepEqual([blocked.exit, blocked.blocked?.code], [3, "file_growth"]);
    const volume = await run<{ blocked: { code: string } | null }>("context volume", {
      id: "docs_cos",
    });
    assert.deepEqual([volume.exit, volume.out.blocked?.code], [3, "file_growth"]);
    const override = { override: "as agreed", by: "docs_cos", now: "2026-02-03T13:00:00Z" };
    assert.equal((await refresh(override)).exit, 0);
    assert.match(read("memory/events.md"), /context_override .* – as agreed$/m);
    edit("mandates/definitions/weekly_review.md", "critical: true", "critical: false");
    assert.equal(
      (await refresh({ now: "2026-02-03T14:00:00Z" })).blocked?.code,
      "prominence_change",
    );
  },
);

testOnStores("context volume --against compares with a commit", async (createWorkspace) => {
  const { write, cwd, run, fails } = await createWorkspace();
  write({ "context/knowledge/base.md": lines(1000) });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd,
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", "registry");
  git("commit", "-qm", "first");
  const against = async () =>
    run<{
      previous_total: number;
      growth_pct: number;
      total_lines: number;
      blocked: object | null;
    }>("context volume", { id: "docs_cos", against: "HEAD" });
  const same = await against();
  assert.deepEqual(
    [same.exit, same.out.previous_total, same.out.growth_pct],
    [0, same.out.total_lines, 0],
  );
  write({ "context/knowledge/more.md": lines(400) });
  assert.equal((await against()).exit, 3);
  assert.equal(await fails("context volume", { against: "no-such-commit" }), "E_NOT_FOUND");
  assert.equal(await fails("context volume", { against: "--help" }), "E_NOT_FOUND");
});

test("mergePolicies() applies the stronger file and the stronger layer last", () => {
  const of = (...texts: readonly string[]) =>
    mergePolicies(
      texts.map((text, index) => ({ name: `${index}`, text })),
      "docs_cos",
    );
  assert.deepEqual(of(), defaultPolicy);
  const general = "---\ndefaults:\n  max_queue_latency_seconds: 1800\n  grace_period_seconds: 60\n";
  assert.deepEqual(
    [of(general).queueLatencySeconds, of(general).modelGraceSeconds],
    [1800, 60],
    "a file may begin with the mark of a document",
  );
  const both =
    "defaults:\n  max_queue_latency_seconds: 5\n  max_context_ingest_backlog: 3\noverrides:\n";
  assert.deepEqual([of(both).queueLatencySeconds, of(both).ingestBacklog], [5, 3]);
  const own = `${both}  docs_cos:\n    max_queue_latency_seconds: 7\n`;
  assert.equal(of(general, own).queueLatencySeconds, 7);
  assert.equal(of(own, general).queueLatencySeconds, 1800);
  assert.notEqual(of(own).sha256, of(both).sha256);
  assert.throws(() => of("defaults: &a {}\n"), { code: "E_SHAPE" });
});

testOnStores(
  "a policy decides what is late, and a change of it is noted",
  async (createWorkspace) => {
    const { run, refresh, cwd, read } = await createWorkspace();
    const ask = { subject: "S", from: "docs_cos", to: "docs_cos", id: "req_a", actor: "docs_cos" };
    await run("request create", ask);
    const sla = async () =>
      (await run<{ sla: string }>("request show", { id: "req_a", now: "2026-02-03T10:02:00Z" })).out
        .sla;
    assert.equal(await sla(), "ok");
    fs.mkdirSync(path.join(cwd, "telemetry"));
    const file = path.join(cwd, "telemetry/policies.docs_cos.yaml");
    fs.writeFileSync(file, "defaults:\n  max_queue_latency_seconds: 60\noverrides:\n");
    assert.equal(await sla(), "breached");
    await refresh({ now: "2026-02-03T10:02:00Z" });
    assert.match(read("ai_context/open_requests.md"), /sla breached/);
    const noted = () => read("memory/events.md").match(/ policy_changed \(/g)?.length;
    assert.equal(noted(), 1);
    await refresh({ now: "2026-02-03T10:03:00Z" });
    assert.equal(noted(), 1);
  },
);

testOnStores(
  "a bundle that lies beside the registry is no responsibility",
  async (createWorkspace) => {
    const { cwd, run } = await createWorkspace();
    writeFiles(cwd, { "orchard/manifest.json": "{}", "orchard/state.json": "{}" });
    const { out } = await run<{ responsibilities: readonly { responsibility_id: string }[] }>(
      "context status",
    );
    assert.deepEqual(
      out.responsibilities.map(({ responsibility_id: id }) => id),
      ["docs_cos"],
    );
  },
);
