import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { classify } from "../../../src/curator/requests/sla.ts";
import { createLab } from "../../support/responsibilities.ts";
import { subjects } from "../../support/workspaces.ts";

const { all } = await subjects();

interface Shown {
  readonly request: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly status: string;
  };
}

const ask = { subject: "Describe the new flag", from: "build_cos", to: "docs_cos" };
const target = { actor: "docs_cos" };
const origin = { actor: "build_cos" };

for (const subject of all) {
  suite(`requests on ${subject.name}`, { skip: subject.skip }, () => {
    test("a request goes through its life, each step by whom it may and with what it needs", async () => {
      const lab = await createLab(subject);
      const { request } = await lab.run<Shown>("request create", { ...ask, id: "req_a" });
      assert.equal(request.status, "pending");
      assert.equal(await lab.fault("request accept", { id: "req_a" }), "E_PROTECTED");
      assert.equal(await lab.fault("request accept", { id: "req_a", ...origin }), "E_PROTECTED");
      assert.equal(await lab.fault("request cancel", { id: "req_a", ...target }), "E_PROTECTED");
      assert.equal(await lab.fault("request reject", { id: "req_a", ...target }), "E_STATE");
      const past = { id: "req_a", until: "2026-02-03T09:00:00Z", ...target };
      assert.equal(await lab.fault("request defer", past), "E_STATE");
      const later = { id: "req_a", until: "2026-02-03T12:00:00Z", ...target };
      assert.equal((await lab.run<Shown>("request defer", later)).request.status, "deferred");
      assert.equal(await lab.fault("request accept", { id: "req_a", ...target }), "E_STATE");
      assert.deepEqual(await lab.run("request sweep"), { opened: [], expired: [], alerts: [] });
      const noon = { now: "2026-02-03T12:00:00Z" };
      assert.deepEqual(await lab.run("request sweep", noon), {
        opened: ["req_a"],
        expired: [],
        alerts: [],
      });
      const accepted = await lab.run<Shown>("request accept", { id: "req_a", ...target, ...noon });
      assert.deepEqual(
        [accepted.request.attempts, accepted.request.acknowledged_at],
        [1, "2026-02-03T10:00:00Z"],
      );
      const done = { id: "req_a", ...target, ...noon };
      assert.equal(await lab.fault("request complete", { ...done, note: "finished" }), "E_STATE");
      const completed = await lab.run<Shown>("request complete", {
        ...done,
        note: "reports/2026-02-03_flag.md",
      });
      assert.equal(completed.request.status, "completed");
      const { events } = await lab.run<{ events: { new_status: string }[] }>("request show", {
        id: "req_a",
      });
      assert.deepEqual(
        events.map(({ new_status }) => new_status),
        ["created", "pending", "deferred", "pending", "accepted", "completed"],
      );
      const lines = lab.memory("docs_cos").filter((line) => line.includes("req_a"));
      assert.equal(lines.length, 6);
      assert.deepEqual(lab.memory("build_cos"), lab.memory("docs_cos"));
    });

    test("a deferred request past its time opens and expires in one sweep", async () => {
      const lab = await createLab(subject);
      await lab.run("request create", { ...ask, id: "req_b", due: "2026-02-03T11:00:00Z" });
      await lab.run("request defer", { id: "req_b", until: "2026-02-03T12:00:00Z", ...target });
      const swept = await lab.run("request sweep", { now: "2026-02-03T12:00:00Z" });
      assert.deepEqual(swept, { opened: ["req_b"], expired: ["req_b"], alerts: [] });
    });

    test("a claim takes what is due, in order, and nothing else", async () => {
      const lab = await createLab(subject);
      await lab.run("request create", {
        ...ask,
        id: "req_3",
        priority: 100,
        now: "2026-02-03T09:00:01Z",
      });
      await lab.run("request create", {
        ...ask,
        id: "req_2",
        priority: 100,
        now: "2026-02-03T09:00:00Z",
      });
      await lab.run("request create", {
        ...ask,
        id: "req_1",
        priority: 100,
        now: "2026-02-03T09:00:00Z",
      });
      await lab.run("request create", { ...ask, id: "req_0", priority: 5 });
      await lab.run("request create", {
        ...ask,
        id: "req_later",
        available: "2026-02-03T11:00:00Z",
      });
      await lab.run("request create", {
        ...ask,
        id: "req_other",
        from: "docs_cos",
        to: "build_cos",
      });
      const claim = { id: "docs_cos", limit: 3, actor: "worker-1" };
      const { requests } = await lab.run<{ requests: { id: string; status: string }[] }>(
        "request claim",
        claim,
      );
      assert.deepEqual(
        requests.map(({ id, status }) => `${id} ${status}`),
        ["req_0 accepted", "req_1 accepted", "req_2 accepted"],
      );
      const rest = await lab.run<{ requests: { id: string }[] }>("request claim", claim);
      assert.deepEqual(
        rest.requests.map(({ id }) => id),
        ["req_3"],
      );
    });

    test("offers come from the steward, and both sides are of this workspace", async () => {
      const lab = await createLab(subject);
      const offer = {
        ...ask,
        type: "new_context_available",
        payload: '{"bundle_ids":["b"],"objectives":["o"],"scope":"s"}',
      };
      assert.equal(await lab.fault("request create", { ...offer, ...origin }), "E_NOT_STEWARD");
      assert.equal(
        await lab.fault("request create", { ...offer, actor: "steward_lab" }),
        "E_PROTECTED",
      );
      assert.equal(await lab.fault("request create", { ...offer }), "E_NOT_STEWARD");
      assert.equal(await lab.fault("request create", { ...ask, to: "stranger" }), "E_NOT_FOUND");
      assert.equal(await lab.fault("request create", { ...ask, actor: "docs_cos" }), "E_PROTECTED");
      const { requests } = await lab.run<{ requests: unknown[] }>("request list");
      assert.equal(requests.length, 0);
    });

    test("a line that a person left without its end stays a line of its own", async () => {
      const lab = await createLab(subject);
      const file = path.join(lab.cwd, "registry/docs_cos/memory/events.md");
      const own = "- 2026-02-03T09:00:00Z note (source: human:ann) – no line end";
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, own);
      await lab.run("request create", {
        subject: "S",
        from: "build_cos",
        to: "docs_cos",
        actor: "build_cos",
        id: "req_a",
      });
      const [first, second] = lab.memory("docs_cos");
      assert.equal(first, own);
      assert.match(second ?? "", /^- 2026-02-03T10:00:00Z request/);
    });

    test("a key makes one request only", async () => {
      const lab = await createLab(subject);
      const first = await lab.run<Shown & { created: boolean }>("request create", {
        ...ask,
        key: "k",
      });
      const again = await lab.run<Shown & { created: boolean }>("request create", {
        ...ask,
        key: "k",
      });
      assert.deepEqual(
        [first.created, again.created, again.request.id],
        [true, false, first.request.id],
      );
    });

    test("the classes of both clocks at 79, 80, 100 and more per cent", async () => {
      const lab = await createLab(subject);
      const start = Date.parse("2026-02-03T10:00:00Z");
      const after = (seconds: number) =>
        `${new Date(start + seconds * 1000).toISOString().slice(0, 19)}Z`;
      const classAt = async (id: string, seconds: number) =>
        (await lab.run<{ sla: string }>("request show", { id, now: after(seconds) })).sla;
      await lab.run("request create", {
        ...ask,
        id: "own",
        "response-seconds": 100,
        "completion-seconds": 200,
      });
      await lab.run("request create", { ...ask, id: "default" });
      const classes = async (id: string, times: readonly number[]) =>
        Promise.all(times.map((seconds) => classAt(id, seconds)));
      const expected = ["ok", "at_risk", "at_risk", "breached"];
      assert.deepEqual(await classes("own", [79, 80, 100, 101]), expected);
      assert.deepEqual(await classes("default", [69_119, 69_120, 86_400, 86_401]), expected);
      await lab.run("request accept", { id: "own", ...target });
      await lab.run("request accept", { id: "default", ...target });
      assert.deepEqual(await classes("own", [159, 160, 200, 201]), expected);
      assert.equal(await classAt("default", 1_000_000), "ok");
      assert.deepEqual(
        [classify(79, 100), classify(80, 100), classify(100, 100), classify(101, 100)],
        expected,
      );
    });

    test("the registry refuses steps that do not exist and everyone but the steward", async () => {
      const lab = await createLab(subject);
      const run = { id: "docs_cos", actor: "build_cos" };
      assert.equal(await lab.fault("responsibility suspend", run), "E_NOT_STEWARD");
      await lab.run("responsibility suspend", { id: "docs_cos", actor: "steward_lab" });
      await lab.run("request create", { ...ask, id: "req_a" });
      assert.equal(await lab.fault("request accept", { id: "req_a", ...target }), "E_STATE");
      await lab.run("responsibility retire", { id: "docs_cos", actor: "steward_lab" });
      assert.equal(await lab.fault("responsibility activate", { id: "docs_cos" }), "E_STATE");
      assert.equal(await lab.fault("responsibility add", { id: "../x" }), "E_USAGE");
    });
  });
}
