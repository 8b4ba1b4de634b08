import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { parseMemoryLine } from "../../../src/curator/memory/line.ts";
import type { OperationName } from "../../../src/operations/registry.ts";
import { createLab, type Lab } from "../../support/responsibilities.ts";
import { subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const steward = { actor: "steward_lab" };

interface Shown {
  readonly bundle: {
    readonly bundle_id: string;
    readonly ingestion_status: string;
    readonly metadata: string;
  };
  readonly changed: boolean;
  readonly rfa_ids: readonly string[];
  readonly request_id: string | null;
}

function write(lab: Lab, name: string, text: string): string {
  const file = path.join(lab.cwd, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

const FIRST = "2026-02-03T10:00:00Z";
const SECOND = "2026-02-03T10:00:05Z";

/** Drops a file and takes it in. */
async function drop(lab: Lab, name: string, text: string): Promise<string> {
  write(lab, `drop/${name}`, text);
  await lab.run("context drop scan", { ...steward, now: FIRST });
  const { bundles } = await lab.run<{ bundles: string[] }>("context drop scan", {
    ...steward,
    now: SECOND,
  });
  const [id] = bundles;
  assert(id !== undefined);
  return id;
}

for (const subject of all) {
  suite(`ingestion on ${subject.name}`, { skip: subject.skip }, () => {
    test("ids follow from what is asked and from --now: the same again gives the same ids", async () => {
      const idsOf = async () => {
        const lab = await createLab(subject, `lab${subject.name}`);
        const file = write(lab, "flags.md", "# Flags\n");
        const asked = { scope: "flags", objective: ["Know flags"], actor: "build_cos" };
        const { bundle, request_id } = await lab.run<Shown>("context ingest", {
          paths: [file],
          ...asked,
        });
        const id = bundle.bundle_id;
        await lab.run("request accept", { id: request_id, ...steward });
        await lab.run("context bundle register", { id, primary: ["docs_cos"], ...steward });
        const { rfa_ids } = await lab.run<Shown>("context bundle dispatch", { id, ...steward });
        const ask = { subject: "Go", from: "build_cos", to: "docs_cos", actor: "build_cos" };
        const create = () => lab.run<{ request: { id: string } }>("request create", ask);
        const created = [await create(), await create()].map(({ request }) => request.id);
        assert.deepEqual(created, created.toSorted(), "ids of one second have their order");
        return [id, request_id, ...rfa_ids, ...created];
      };
      const ids = await idsOf();
      assert.equal(new Set(ids).size, 5);
      assert.deepEqual(await idsOf(), ids);
    });

    test("a file that rests for two scans becomes one bundle; growing, hidden and linked ones do not", async () => {
      const lab = await createLab(subject);
      write(lab, "drop/.hidden.md", "x");
      write(lab, "outside.md", "secret");
      fs.mkdirSync(path.join(lab.cwd, "drop"), { recursive: true });
      fs.symlinkSync(path.join(lab.cwd, "outside.md"), path.join(lab.cwd, "drop/link.md"));
      write(lab, "drop/notes.md", "# Notes\n");
      write(lab, "drop/growing.md", "one");
      const scan = (now: string) =>
        lab.run<{ bundles: string[]; waiting: string[]; linked: string[] }>("context drop scan", {
          ...steward,
          now,
        });
      assert.deepEqual((await scan(FIRST)).waiting, ["growing.md", "notes.md"]);
      write(lab, "drop/growing.md", "one two");
      const id = "bundle_2026-02-03-notes";
      const second = await scan(SECOND);
      assert.deepEqual([second.bundles, second.waiting], [[id], ["growing.md"]]);
      write(lab, "drop/growing.md", "one two three");
      const third = await scan("2026-02-03T10:00:10Z");
      assert.deepEqual([third.bundles, third.waiting], [[], ["growing.md"]]);
      assert.equal((await lab.rows("select id from transformations")).length, 1);
      assert.equal(
        (await lab.rows("select id from data_artifacts where artifact_type = 'document'")).length,
        1,
      );
      assert.equal(lab.memory("steward_lab").filter((line) => line.includes(id)).length, 1);
      const copied = fs.readFileSync(path.join(lab.cwd, "context/bundles", id, "notes.md"), "utf8");
      assert.equal(copied, "# Notes\n");
      write(lab, "drop/again.md", "# Notes\n");
      await scan("2026-02-03T10:01:00Z");
      const linked = await scan("2026-02-03T10:02:00Z");
      assert.deepEqual(linked.linked, ["again.md"]);
    });

    test("a file that cannot be taken in is listed, and the others are taken in", async () => {
      const lab = await createLab(subject);
      write(lab, "drop/Bundle.yaml", "ingestion_status: dispatched\n");
      write(lab, "drop/notes.md", "# Notes\n");
      const unnamed = Buffer.concat([
        Buffer.from(`${path.join(lab.cwd, "drop")}/`),
        Buffer.from([0xff, 0x2e, 0x6d, 0x64]),
      ]);
      const names = ["Bundle.yaml"];
      try {
        fs.writeFileSync(unnamed, "x");
        names.push("\ufffd.md");
      } catch {
        // Not every file system takes such a name.
      }
      const scan = (now: string) =>
        lab.run<{ bundles: string[]; skipped: { path: string; reason: string }[] }>(
          "context drop scan",
          { ...steward, now },
        );
      await scan(FIRST);
      const { bundles, skipped } = await scan(SECOND);
      assert.deepEqual(bundles, ["bundle_2026-02-03-notes"]);
      assert.deepEqual(skipped.map((each) => each.path).sort(), names);
    });

    test("files of one bundle have names of their own, and none has that of its metadata", async () => {
      const lab = await createLab(subject);
      const input = { scope: "release", objective: ["Plan"] };
      const taken = write(lab, "incoming/BUNDLE.yaml", "ingestion_status: dispatched\n");
      assert.equal(await lab.fault("context ingest", { ...input, paths: [taken] }), "E_USAGE");
      const paths = [write(lab, "a/plan.md", "one"), write(lab, "b/Plan.md", "two")];
      assert.equal(await lab.fault("context ingest", { ...input, paths }), "E_USAGE");
      assert.equal(fs.existsSync(path.join(lab.cwd, "context/bundles")), false);
    });

    test("three steps in order, nine refused, four without effect, and none for others", async () => {
      const lab = await createLab(subject);
      const id = await drop(lab, "notes.md", "# Notes\n");
      const steps: readonly (readonly [OperationName, Readonly<Record<string, unknown>>])[] = [
        ["context bundle register", { id, primary: ["docs_cos"] }],
        ["context bundle dispatch", { id }],
        ["context bundle retire", { id, force: true, reason: "done" }],
      ];
      let refused = 0;
      for (let at = 0; at <= steps.length; at++) {
        for (const [index, [name, input]] of steps.entries()) {
          assert.equal(await lab.fault(name, { ...input, actor: "docs_cos" }), "E_NOT_STEWARD");
          assert.equal(await lab.fault(name, input), "E_NOT_STEWARD");
          if (index === at) continue;
          const before = await lab.rows("select count(*) as n from ledger_events");
          if (index === at - 1) {
            assert.equal((await lab.run<Shown>(name, { ...input, ...steward })).changed, false);
          } else {
            assert.equal(await lab.fault(name, { ...input, ...steward }), "E_STATE");
            refused++;
          }
          assert.deepEqual(await lab.rows("select count(*) as n from ledger_events"), before);
        }
        const next = steps[at];
        if (next)
          assert.equal((await lab.run<Shown>(next[0], { ...next[1], ...steward })).changed, true);
      }
      assert.equal(refused, 6); // The three pairs that lead back to pending have no command.
      const metrics = await lab.rows(
        "select metric_name, context_json from telemetry_metrics order by id",
      );
      assert.deepEqual(
        metrics.map(({ metric_name }) => metric_name),
        ["context_ingested", "context_dispatched"],
      );
      for (const { context_json } of metrics) {
        assert.deepEqual(Object.keys(JSON.parse(String(context_json))).sort(), [
          "bundle_ids",
          "responsibility_ids_notified",
          "rfa_ids",
          "timestamp",
          "workspace_id",
        ]);
      }
      const yaml = fs.readFileSync(
        path.join(lab.cwd, "context/bundles", id, "bundle.yaml"),
        "utf8",
      );
      assert.match(yaml, /ingestion_status: retired/);
    });

    test("metadata that was changed by hand is reported", async () => {
      const lab = await createLab(subject);
      const id = await drop(lab, "notes.md", "# Notes\n");
      const file = path.join(lab.cwd, "context/bundles", id, "bundle.yaml");
      fs.writeFileSync(
        file,
        fs.readFileSync(file, "utf8").replace("status: pending", "status: registered"),
      );
      const { bundle } = await lab.run<Shown>("context bundle show", { id });
      assert.deepEqual([bundle.ingestion_status, bundle.metadata], ["pending", "changed"]);
    });

    test("a bundle is registered for active responsibilities of this workspace, with its own content", async () => {
      const lab = await createLab(subject);
      const id = await drop(lab, "notes.md", "# Notes\n");
      const register = (primary: readonly string[]) =>
        lab.fault("context bundle register", { id, primary, ...steward });
      assert.equal(await register([]), "E_STATE");
      assert.equal(await register(["stranger"]), "E_STATE");
      await lab.run("responsibility suspend", { id: "build_cos", ...steward });
      assert.equal(await register(["build_cos"]), "E_STATE");
      write(lab, `context/bundles/${id}/notes.md`, "# Other\n");
      assert.equal(await register(["docs_cos"]), "E_STATE");
    });

    test("offers go to those named, apart from those who opted out; memory tells the routing", async () => {
      const lab = await createLab(subject);
      const send = async (name: string, text: string, primary: readonly string[]) => {
        const id = await drop(lab, name, text);
        await lab.run("context bundle register", { id, primary, ...steward });
        return { id, ...(await lab.run<Shown>("context bundle dispatch", { id, ...steward })) };
      };
      const first = await send("notes.md", "# Notes\n", ["docs_cos", "build_cos"]);
      assert.equal(first.rfa_ids.length, 2);
      const { requests } = await lab.run<{ requests: { id: string }[] }>("request list", {
        to: "docs_cos",
      });
      const [offer] = requests;
      assert(offer);
      await lab.run("request respond", { id: offer.id, answer: "not_relevant", actor: "docs_cos" });
      write(lab, "drop/sub/notes.md", "# More notes\n");
      const second = await send("sub/notes.md", "# More notes\n", ["docs_cos", "build_cos"]);
      assert.equal(second.rfa_ids.length, 1, "the scope is the same");
      const third = await send("plans.md", "# Plans\n", ["docs_cos"]);
      assert.equal(third.rfa_ids.length, 1, "another scope");
      const linesByBundle = new Map<string, string>();
      for (const line of lab.memory("steward_lab")) {
        const parsed = parseMemoryLine(line);
        if (parsed?.kind !== "context" || parsed.facts.status !== "dispatched") continue;
        for (const pair of (parsed.facts.routed ?? "").split(" ")) {
          const [request = "", responsibility = ""] = pair.split(">");
          linesByBundle.set(`${parsed.facts.bundle} ${request}`, responsibility);
        }
      }
      const kept = await lab.rows(
        "select id, target_responsibility_id as target, payload_json from requests",
      );
      const recorded = new Map(
        kept.map(({ id, target, payload_json }) => {
          const { bundle_ids } = JSON.parse(String(payload_json)) as { bundle_ids: string[] };
          return [`${bundle_ids[0]} ${id}`, String(target)];
        }),
      );
      assert.deepEqual([...linesByBundle].sort(), [...recorded].sort());
    });

    test("ingest makes bundle and request together; the steward accepts or rejects both", async () => {
      const lab = await createLab(subject);
      const file = write(lab, "release.md", "# Release\n");
      const input = { paths: [file], scope: "release", objective: ["Plan"], suggest: ["docs_cos"] };
      assert.equal(
        await lab.fault("context ingest", { ...input, from: "stranger" }),
        "E_NOT_FOUND",
      );
      const none = await lab.run<{ bundles: unknown[] }>("context bundle list");
      assert.deepEqual(none.bundles, []);
      assert.equal(fs.existsSync(path.join(lab.cwd, "context/bundles")), false);
      const { bundle, request_id } = await lab.run<Shown>("context ingest", {
        ...input,
        from: "build_cos",
      });
      const id = bundle.bundle_id;
      const register = { id, primary: ["docs_cos"], ...steward };
      assert.equal(await lab.fault("context bundle register", register), "E_STATE");
      assert.equal(
        await lab.fault("request accept", { id: request_id, actor: "docs_cos" }),
        "E_NOT_STEWARD",
      );
      await lab.run("request accept", { id: request_id, ...steward });
      assert.equal((await lab.run<Shown>("context bundle register", register)).changed, true);
      const other = await lab.run<Shown>("context ingest", {
        ...input,
        paths: [write(lab, "old.md", "# Old\n")],
        scope: "old",
      });
      const reject = { id: other.bundle.bundle_id, reason: "out of date" };
      assert.equal(await lab.fault("context bundle reject", reject), "E_NOT_STEWARD");
      assert.equal((await lab.run<{ backlog: number }>("context bundle list")).backlog, 1);
      await lab.run("context bundle reject", { ...reject, ...steward });
      assert.equal((await lab.run<{ backlog: number }>("context bundle list")).backlog, 0);
      const shown = await lab.run<{ request: { status: string }; events: { note: string }[] }>(
        "request show",
        {
          id: other.request_id,
        },
      );
      assert.deepEqual(
        [shown.request.status, shown.events.at(-1)?.note],
        ["rejected", "out of date"],
      );
    });

    test("the eleventh pending bundle raises one alert, the tenth and the twelfth none", async () => {
      const lab = await createLab(subject);
      const alerts = async () =>
        (await lab.rows("select id from telemetry_alerts where alert_type = 'context_backlog'"))
          .length;
      for (let index = 1; index <= 12; index++) {
        const file = write(lab, `note-${index}.md`, `# ${index}\n`);
        await lab.run("context ingest", {
          paths: [file],
          scope: `note ${index}`,
          objective: ["Read"],
        });
        assert.equal(await alerts(), index <= 10 ? 0 : 1, `after ${index}`);
      }
      assert.equal(
        lab.memory("steward_lab").filter((line) => line.includes("context_backlog")).length,
        1,
      );
    });
  });
}
