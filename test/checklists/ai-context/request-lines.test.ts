/** One line for each request, with its answer, on both sides; decisions stay (issue 30, points 4 and 10). */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { createLab, type Lab } from "../../support/responsibilities.ts";
import { subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const target = { actor: "docs_cos" };
const ask = { from: "build_cos", to: "docs_cos" };

/** Where the pages of closed requests are, once for all of them. */
const PAGES =
  "Pages of requests: queue/inbox/ID.md; of those that this role sent: queue/outbox/ID.md.";

/** The lines of a section of a curated file, after a refresh. */
async function refreshed(lab: Lab, id: string, now: string) {
  await lab.run("context refresh", { id, now });
  const read = (stem: string) =>
    fs.readFileSync(path.join(lab.cwd, "registry", id, "ai_context", `${stem}.md`), "utf8");
  return (stem: string, heading: string) => {
    const [, rest = ""] = read(stem).split(`\n## ${heading}\n`);
    return (rest.split("\n## ")[0] ?? "").trim().split("\n");
  };
}

function remember(lab: Lab, id: string, ...lines: readonly string[]): void {
  const file = path.join(lab.cwd, "registry", id, "memory/events.md");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.appendFileSync(file, lines.map((line) => `${line}\n`).join(""));
}

for (const subject of all) {
  suite(`lines of requests on ${subject.name}`, { skip: subject.skip }, () => {
    test("both sides see the state, its age, the reason or the result, and a page of their own", async () => {
      const lab = await createLab(subject);
      const create = (id: string, subject: string, more = {}) =>
        lab.run("request create", { ...ask, id, subject, now: "2026-01-20T09:00:00Z", ...more });
      await create("req_wait", "Describe the flag", { due: "2026-02-10T12:00:00Z", priority: 50 });
      await create("req_work", "Write the guide");
      await create("req_later", "Draw the map");
      await create("req_no", "Translate it");
      await create("req_done", "Fix the typo");
      const at = { now: "2026-01-21T09:00:00Z", ...target };
      await lab.run("request accept", { id: "req_work", ...at });
      const later = { until: "2026-03-01T00:00:00Z", note: "the map needs the new names" };
      await lab.run("request defer", { id: "req_later", ...later, ...at });
      const reason = "out of scope, because we publish in English only";
      await lab.run("request reject", { id: "req_no", note: reason, ...at });
      await lab.run("request accept", { id: "req_done", ...at });
      const report = path.join(lab.cwd, "registry/docs_cos/reports/typo.md");
      fs.mkdirSync(path.dirname(report), { recursive: true });
      fs.writeFileSync(report, "# Typo\n");
      await lab.run("request complete", { id: "req_done", note: "reports/typo.md", ...at });
      const now = "2026-01-22T09:00:00Z";
      const docs = await refreshed(lab, "docs_cos", now);
      assert.deepEqual(docs("open_requests", "Pending"), [
        "- [req_wait](queue/inbox/req_wait.md) p50 pending since 2026-01-20 from build_cos: Describe the flag (due 2026-02-10T12:00:00Z; sla breached)",
      ]);
      assert.deepEqual(docs("open_requests", "Accepted"), [
        "- [req_work](queue/inbox/req_work.md) accepted since 2026-01-21 from build_cos: Write the guide",
      ]);
      assert.deepEqual(docs("current_focus", "Current objectives"), [
        "- requests that were accepted: req_work",
      ]);
      assert.deepEqual(docs("open_requests", "Deferred"), [
        "- [req_later](queue/inbox/req_later.md) deferred since 2026-01-21 from build_cos: Draw the map; until 2026-03-01, because: the map needs the new names",
      ]);
      assert.deepEqual(docs("open_requests", "Sent, not answered"), ["None."]);
      assert.deepEqual(docs("recent_activity", "Latest events"), [
        "- 2026-01-21 request req_done from build_cos completed: Fix the typo; result: reports/typo.md: Typo",
        `- 2026-01-21 request req_no from build_cos rejected: Translate it; because: ${reason}`,
        PAGES,
      ]);
      const build = await refreshed(lab, "build_cos", now);
      assert.deepEqual(build("open_requests", "Pending"), ["None."]);
      assert.deepEqual(build("open_requests", "Sent, not answered"), [
        "- [req_wait](queue/outbox/req_wait.md) p50 pending since 2026-01-20 to docs_cos: Describe the flag (due 2026-02-10T12:00:00Z)",
        "- [req_later](queue/outbox/req_later.md) deferred since 2026-01-21 to docs_cos: Draw the map (asked 2026-01-20); until 2026-03-01, because: the map needs the new names",
        "- [req_work](queue/outbox/req_work.md) accepted since 2026-01-21 to docs_cos: Write the guide (asked 2026-01-20)",
      ]);
      assert.deepEqual(build("recent_activity", "Latest events"), [
        "- 2026-01-21 request req_done completed by docs_cos: Fix the typo; result: ../docs_cos/reports/typo.md",
        `- 2026-01-21 request req_no rejected by docs_cos: Translate it; because: ${reason}`,
        PAGES,
      ]);
      for (const [id, folder] of [
        ["docs_cos", "inbox"],
        ["build_cos", "outbox"],
      ] as const) {
        const file = path.join(lab.cwd, "registry", id, "queue", folder, "req_no.md");
        assert(fs.readFileSync(file, "utf8").includes(reason), file);
        const done = fs.readFileSync(path.join(path.dirname(file), "req_done.md"), "utf8");
        const [, result = ""] = /completed by docs_cos: (\S+)$/m.exec(done) ?? [];
        assert.equal(path.join(lab.cwd, "registry", id, result), report, file);
        assert(lab.memory(id).some((line) => line.endsWith(`Translate it; because: ${reason}`)));
      }
    });

    test("a run that is the result of a request is in its line; an open request says what is asked", async () => {
      const lab = await createLab(subject);
      const at = { now: "2026-01-21T09:00:00Z", ...target };
      for (const id of ["req_run", "req_back"])
        await lab.run("request create", { ...ask, id, subject: id, now: at.now });
      const summary = "Invoice 17 of EUR 40, before Friday";
      await lab.run("request create", { ...ask, id: "req_open", subject: "Pay", summary });
      const run = "mandates/runs/weekly/2026-01-21T08-00Z.md";
      const file = path.join(lab.cwd, "registry/docs_cos", run);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, "# Run\n\n## Outcome\nThe booking is corrected.\n");
      await lab.run("request accept", { id: "req_run", ...at });
      await lab.run("request complete", { id: "req_run", note: run, ...at });
      await lab.run("request defer", { id: "req_back", until: "2026-02-05T00:00:00Z", ...at });
      const docs = await refreshed(lab, "docs_cos", "2026-02-03T11:00:00Z");
      const latest = docs("recent_activity", "Latest events");
      assert.deepEqual(
        latest.filter((line) => line.includes(run)),
        [
          `- 2026-01-21 request req_run from build_cos completed: req_run; result: ${run}: The booking is corrected.`,
        ],
      );
      assert(docs("open_requests", "Pending").join().includes(`: Pay – ${summary}`));
      assert.deepEqual(docs("current_focus", "Near-term checkpoints"), [
        "- Thu, deferred until 2026-02-05: request req_back: req_back",
      ]);
      const loaded = await lab.run("context load", {
        id: "docs_cos",
        now: "2026-02-03T11:00:00Z",
      });
      assert.match(String(loaded.text), /^Today is Tuesday, 2026-02-03\.\n\n# Role\n/);
    });

    test("everyday requests share a line, and what is not like them keeps its own", async () => {
      const lab = await createLab(subject);
      const close = async (id: string, subject: string, reason: string, day: string) => {
        const now = `2026-01-${day}T09:00:00Z`;
        await lab.run("request create", { ...ask, id, subject, now });
        await lab.run("request reject", { id, note: reason, now, ...target });
      };
      await close("req_old", "Draw the harbour", "no paper", "02");
      await close("req_map", "Print the map", "the printer cuts it", "20");
      for (const n of [1, 2, 3, 4]) {
        await close(
          `req_${n}`,
          `Pay invoice ${n}`,
          n % 2 ? "no order" : "not ours",
          "2".concat(`${n}`),
        );
      }
      const docs = await refreshed(lab, "docs_cos", "2026-02-03T11:00:00Z");
      assert.deepEqual(docs("recent_activity", "Latest events"), [
        "- 2026-01-20 request req_map from build_cos rejected: Print the map; because: the printer cuts it",
        "- and 1 more closed requests",
        PAGES,
      ]);
      assert.deepEqual(docs("recent_activity", "Everyday requests"), [
        '- 4 received, last 2026-01-24: 4 rejected (not ours; no order); such as "Pay invoice 4"',
      ]);
      const build = await refreshed(lab, "build_cos", "2026-02-03T11:00:00Z");
      assert.deepEqual(build("recent_activity", "Everyday requests"), [
        '- 4 sent to docs_cos, last 2026-01-24: 4 rejected (not ours; no order); such as "Pay invoice 4"',
      ]);
    });

    test("a request that was cancelled without a reason gets none from a note", async () => {
      const lab = await createLab(subject);
      remember(lab, "docs_cos", "- 2026-01-20T10:00:00Z note (source: human:ann) – It rained");
      await lab.run("request create", { ...ask, id: "req_a", subject: "A" });
      await lab.run("request cancel", { id: "req_a", actor: "build_cos" });
      const docs = await refreshed(lab, "docs_cos", "2026-02-03T11:00:00Z");
      const latest = docs("recent_activity", "Latest events");
      assert(latest.some((line) => line.endsWith("request req_a from build_cos cancelled: A")));
    });

    test("a long reason is on the page, and never half of it in a line", async () => {
      const lab = await createLab(subject);
      await lab.run("request create", { ...ask, id: "req_a", subject: "A" });
      const note = `no, because ${"it is long and ".repeat(60)}then not`;
      await lab.run("request reject", { id: "req_a", note, ...target });
      const docs = await refreshed(lab, "docs_cos", "2026-02-03T11:00:00Z");
      const [line = ""] = docs("recent_activity", "Latest events");
      assert.match(line, /rejected: A; because: see its page$/);
      const page = path.join(lab.cwd, "registry/docs_cos/queue/inbox/req_a.md");
      assert(fs.readFileSync(page, "utf8").includes(note));
    });

    test("every list is bounded, and says how many more there are and where", async () => {
      const lab = await createLab(subject);
      const day = (n: number) => `2026-01-${String(10 + (n % 15)).padStart(2, "0")}T09:00:00Z`;
      for (let n = 0; n < 66; n++) {
        const id = `req_${n}`;
        const subject = `Subject ${n} of a queue that is ${"much ".repeat(25)}too long`;
        await lab.run("request create", { ...ask, id, subject, now: day(n) });
        const at = { id, now: day(n), ...target };
        if (n % 3 === 1) await lab.run("request accept", at);
        if (n % 3 === 2) await lab.run("request defer", { ...at, until: "2026-04-01T00:00:00Z" });
      }
      const now = "2026-02-03T11:00:00Z";
      const docs = await refreshed(lab, "docs_cos", now);
      for (const heading of ["Pending", "Accepted", "Deferred"]) {
        const lines = docs("open_requests", heading);
        const left = new RegExp(
          `^- and (\\d+) more ${heading.toLowerCase()} in queue/inbox/$`,
        ).exec(lines.at(-1) ?? "");
        assert.equal(lines.length - 1 + Number(left?.[1]), 22, heading);
      }
      const build = await refreshed(lab, "build_cos", now);
      const lines = build("open_requests", "Sent, not answered");
      const left = /^- and (\d+) more in queue\/outbox\/$/.exec(lines.at(-1) ?? "");
      assert.equal(lines.length - 1 + Number(left?.[1]), 66);
      assert(lines.length < 60);
    });

    test("decisions stay in front of any number of requests, and only those in force", async () => {
      const lab = await createLab(subject);
      const reason = "because the printer cuts longer ones";
      remember(
        lab,
        "docs_cos",
        "- 2025-09-03T10:00:00Z decision (source: human:ann, id: words) – Pages have 1,200 words",
        "- 2025-10-01T10:00:00Z decision (source: human:bo, until: 2026-01-31) – No releases",
        `- 2025-11-02T10:00:00Z decision (source: human:ann, supersedes: words) – Pages have 600 words, ${reason}`,
        "- 2025-11-03T10:00:00Z note (source: human:ann) – The archive has moved",
      );
      for (let n = 0; n < 30; n++) {
        const request = { ...ask, id: `req_${n}`, subject: `Subject ${n}` };
        await lab.run("request create", request);
        await lab.run("request reject", { id: `req_${n}`, note: "no", ...target });
      }
      const docs = await refreshed(lab, "docs_cos", "2026-02-03T11:00:00Z");
      assert.deepEqual(docs("recent_activity", "Decisions"), [
        `- 2025-11-02 decision by ann: Pages have 600 words, ${reason} (replaces words; memory/events.md#L3)`,
      ]);
      const latest = docs("recent_activity", "Latest events").join("\n");
      assert.match(latest, /The archive has moved/);
      assert.doesNotMatch(latest, /pending|to accepted|1,200|No releases/);
    });

    test("a compaction lists decisions, results and open points with their lines, and counts nothing", async () => {
      const lab = await createLab(subject);
      const decision = "- 2026-01-02T10:00:00Z decision (source: human:ann) – English only";
      remember(lab, "docs_cos", decision);
      for (const id of ["req_a", "req_b"]) {
        await lab.run("request create", { ...ask, id, subject: `Subject of ${id}` });
      }
      await lab.run("request reject", { id: "req_a", note: "not ours", ...target });
      await lab.run("context compact", { id: "docs_cos", now: "2026-02-03T11:00:00Z" });
      const file = path.join(lab.cwd, "registry/docs_cos/memory/insights.md");
      const text = fs.readFileSync(file, "utf8");
      assert.match(text, /^### Decisions\n- 2026-01-02\S+ decision .* – English only$/m);
      assert.match(text, /^### Results\n- .* – Subject of req_a; because: not ours\n###/m);
      assert.match(text, /^### Open points\n- .* – Subject of req_b\n*$/m);
      assert.doesNotMatch(text, /Counts|Named most often/);
    });
  });
}
