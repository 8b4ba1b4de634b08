/** The model policy and drift. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { classifyModel, statusOf } from "../../../src/curator/model/classify.ts";
import { parsePreferences } from "../../../src/curator/model/preferences-file.ts";
import { writeUserConfig } from "../../support/user-config.ts";
import { type CreateWorkspace, testOnStores } from "./workspace.ts";

const policy = {
  preferred_model: "m-large",
  fallback_models: ["m-small"],
  capability_overrides: [{ mandate: "special", required_model: "m-other" }],
};

async function withPolicy(
  createWorkspace: CreateWorkspace,
  mode = "monitor",
  action = "notify_docs_cos",
) {
  const place = await createWorkspace();
  const file = "ai_context/model_preferences.md";
  place.edit(file, "preferred_model: unset", "preferred_model: m-large");
  place.edit(file, "fallback_models: []", "fallback_models: [m-small]");
  place.edit(file, "action_required: none", `action_required: ${action}`);
  if (mode === "enforce")
    place.edit(file, "enforcement_mode: monitor", "enforcement_mode: enforce");
  await place.refresh({ detected: "m-large" });
  const check = (detected: string, now: string) =>
    place.refresh({ only: ["model_preferences"], detected, now });
  return { ...place, check, file };
}

test("classes and their statuses; an override makes a fallback a violation for its mandate", () => {
  const of = (model: string, mandate: string | null = null) => {
    const found = classifyModel(policy, model, mandate);
    return [found, statusOf[found]];
  };
  assert.deepEqual(of("m-large"), ["match", "ok"]);
  assert.deepEqual(of("m-small"), ["fallback", "warning"]);
  assert.deepEqual(of("m-evil"), ["violation", "critical"]);
  assert.deepEqual(of("unknown"), ["unknown", "warning"]);
  assert.deepEqual(of("m-small", "special"), ["violation", "critical"]);
  assert.deepEqual(of("m-other", "special"), ["match", "ok"]);
  assert.deepEqual(of("m-small", "another"), ["fallback", "warning"]);
});

test("a name with a date counts as the name without it, as it does for prices", () => {
  const dated = "claude-sonnet-4-5-20250929";
  const of = (preferred_model: string, detected: string, fallback_models: string[] = []) =>
    classifyModel({ preferred_model, fallback_models }, detected);
  assert.equal(of("claude-sonnet-4-5", dated), "match");
  assert.equal(of(dated, "claude-sonnet-4-5"), "match");
  assert.equal(of("m-large", dated, ["claude-sonnet-4-5"]), "fallback");
  assert.equal(of("gpt-5", "gpt-5-2025-08-07"), "match");
  assert.equal(of(dated, "claude-sonnet-4-5-20251101"), "violation", "a person chose one of them");
  assert.equal(of("claude-sonnet-4", "claude-sonnet-4-5"), "violation");
  assert.equal(of("gpt-5", "gpt-5-mini"), "violation");
});

testOnStores(
  "drift is noted everywhere with one time, not again within the grace period, and resolved",
  async (createWorkspace) => {
    const { check, read, file } = await withPolicy(createWorkspace);
    const at = "2026-02-03T10:05:00Z";
    assert.equal((await check("m-small", at)).model?.outcome, "notified");
    for (const text of [
      read(file),
      read("ai_context/recent_activity.md"),
      read("memory/events.md"),
    ]) {
      assert.match(text, new RegExp(`- ${at} model_drift.*class=fallback`));
    }
    assert.match(read(file), new RegExp(`^last_checked_at: ${at}$`, "m"));
    assert.match(
      read("ai_context/recent_activity.md"),
      new RegExp(`## Unresolved drift\\n- ${at} model_drift docs_cos: preferred=m-large `),
    );
    const notes = () => read("memory/events.md").match(/ model_drift \(/g)?.length;
    assert.equal((await check("m-small", "2026-02-03T10:08:01Z")).model?.outcome, "repeated");
    assert.equal(notes(), 1);
    await check("m-small", "2026-02-03T10:20:01Z");
    assert.equal(notes(), 2);
    await check("m-evil", "2026-02-03T10:21:00Z");
    assert.equal(notes(), 3);
    assert.equal((await check("m-large", "2026-02-03T10:22:00Z")).model?.outcome, "resolved");
    assert.match(read("ai_context/recent_activity.md"), /## Unresolved drift\nNone\./);
  },
);

testOnStores(
  "a controller of the user's own settings switches under enforce and is not asked under monitor",
  async (createWorkspace) => {
    const enforced = await withPolicy(createWorkspace, "enforce", "auto_switch");
    const seen = path.join(enforced.cwd, "switched");
    const script = `require("fs").writeFileSync(${JSON.stringify(seen)}, process.argv.slice(1).join(" "))`;
    const before = process.env.XDG_CONFIG_HOME;
    const command = [process.execPath, "-e", script];
    const settings = JSON.stringify({ model_controller: { command } });
    writeUserConfig(path.join(enforced.cwd, "settings"), settings);
    try {
      const { model } = await enforced.check("m-small", "2026-02-03T10:05:00Z");
      assert.deepEqual([model?.outcome, model?.detected], ["auto_switched", "m-large"]);
      assert.match(enforced.read(enforced.file), /^last_detected_model: m-large$/m);
      assert.equal(fs.readFileSync(seen, "utf8"), "docs_cos m-large");
      // A detection from before the switch is the same drift: switched again, and not noted again.
      const again = await enforced.check("m-small", "2026-02-03T10:05:59Z");
      assert.deepEqual([again.model?.outcome, again.model?.detected], ["repeated", "m-large"]);
      assert.equal(enforced.read("memory/events.md").match(/ model_drift \(/g)?.length, 1);
      const late = await enforced.check("m-small", "2026-02-03T10:20:01Z");
      assert.equal(late.model?.outcome, "auto_switched");
      fs.rmSync(seen);
      // The policy comes with the project: what would be an option of the user's program is no model.
      enforced.edit(
        "ai_context/model_preferences.md",
        /preferred_model: .*/,
        "preferred_model: --eval=1",
      );
      const planted = await enforced.check("m-small", "2026-02-03T10:26:00Z");
      assert.notEqual(planted.model?.outcome, "auto_switched");
      assert(!fs.existsSync(seen));
      const monitored = await withPolicy(createWorkspace);
      const watched = await monitored.check("m-small", "2026-02-03T10:05:00Z");
      assert.equal(watched.model?.outcome, "notified");
      assert.match(watched.model?.message ?? "", /m-large/);
      assert(!fs.existsSync(seen));
    } finally {
      if (before === undefined) delete process.env.XDG_CONFIG_HOME;
      else process.env.XDG_CONFIG_HOME = before;
    }
  },
);

testOnStores("without a controller enforce can only notify", async (createWorkspace) => {
  const { check, read, file } = await withPolicy(createWorkspace, "enforce", "auto_switch");
  const { model } = await check("m-small", "2026-02-03T10:05:00Z");
  assert.equal(model?.outcome, "notified");
  assert.match(model?.message ?? "", /m-large/);
  assert.match(read(file), /^last_detected_model: m-small$/m);
});

testOnStores("what is seen has its class, and its status is recorded", async (createWorkspace) => {
  const { refresh, edit, rows, file } = await withPolicy(createWorkspace);
  const override = "[{mandate: special, required_model: m-other}]";
  edit(file, "capability_overrides: []", `capability_overrides: ${override}`);
  const cases = [
    [{ detected: "m-large" }, "match", "ok"],
    [{ detected: "m-small" }, "fallback", "warning"],
    [{ detected: "m-evil" }, "violation", "critical"],
    [{}, "unknown", "warning"],
    [{ detected: "m-small", mandate: "special" }, "violation", "critical"],
    [{ detected: "m-other", mandate: "special" }, "match", "ok"],
    [{ detected: "m-small", mandate: "another" }, "fallback", "warning"],
  ] as const;
  const recorded: string[] = [];
  for (const [index, [input, found, status]] of cases.entries()) {
    const now = `2026-02-03T1${index}:30:00Z`;
    const { model } = await refresh({ only: ["model_preferences"], now, boot: true, ...input });
    assert.deepEqual([model?.class, model?.status], [found, status]);
    recorded.push(status);
  }
  const checks = await rows(
    "select status from telemetry_metrics where metric_name = 'model_mismatch_on_boot' order by id",
  );
  assert.deepEqual(
    checks.map((row) => row.status),
    recorded,
  );
});

testOnStores(
  "older shapes of the file give the same policy, before and after a check wrote to it",
  async (createWorkspace) => {
    const { write, refresh } = await createWorkspace();
    await refresh();
    const override = "capability_overrides:\n  - {mandate: m, required_model: c}\n";
    const shapes = [
      `---\npreferred_model: a\nfallback_models: [b]\n${override}---\n# Model\n`,
      `---\ndefault_model: a\nallowed_models: [a, b]\n${override}---\n# Model\n`,
      `---\nmodel:\n  preferred_model: a\n  fallback_models: [b]\n${override}---\n# Model\n`,
      `# Model\n\npreferred_model: a\nfallback_models:\n  - b\n${override}`,
    ];
    let minute = 0;
    const classOf = async (detected: string) => {
      const now = `2026-02-03T11:${String(minute++).padStart(2, "0")}:00Z`;
      return (await refresh({ only: ["model_preferences"], detected, now })).model?.class;
    };
    for (const text of shapes) {
      write({ "ai_context/model_preferences.md": text });
      const found = [await classOf("a"), await classOf("b"), await classOf("c")];
      assert.deepEqual(found, ["match", "fallback", "violation"], text);
    }
  },
);

test("older shapes give the same policy, and an override is no model name", () => {
  const front = (yaml: string) => `---\n${yaml}---\n# Model\n`;
  const canonical = { preferred_model: "a", fallback_models: ["b"] };
  const shapes = [
    front("preferred_model: a\nfallback_models: [b]\n"),
    front("default_model: a\nallowed_models: [a, b]\n"),
    front("model:\n  preferred_model: a\n  fallback_models: [b]\n"),
    "preferred_model: a\nfallback_models:\n  - b\n",
  ];
  for (const text of shapes) {
    const { preferred_model, fallback_models } = parsePreferences(text) ?? {};
    assert.deepEqual({ preferred_model, fallback_models }, canonical, text);
  }
  const own = parsePreferences(
    front("preferred_model: a\ncapability_overrides:\n  - {mandate: m, required_model: c}\n"),
  );
  assert.equal(own?.fallback_models, undefined);
});

testOnStores(
  "a violation blocks load and assemble until somebody decided",
  async (createWorkspace) => {
    const { check, fails, run, cwd, refresh } = await withPolicy(createWorkspace);
    const { exit } = await check("m-evil", "2026-02-03T10:05:00Z");
    assert.equal(exit, 3);
    fs.writeFileSync(path.join(cwd, "task.md"), "Do it.\n");
    assert.equal(await fails("context assemble", { task: "task.md" }), "E_MODEL");
    assert.equal(await fails("context load"), "E_MODEL");
    const decision = { id: "docs_cos", by: "user:ann", reason: "one-off" };
    await run("context model decide", {
      ...decision,
      decision: "abort",
      now: "2026-02-03T10:06:00Z",
    });
    assert.equal(await fails("context load"), "E_MODEL");
    await run("context model decide", {
      ...decision,
      decision: "proceed",
      now: "2026-02-03T10:07:00Z",
    });
    // The steward got a request, which is an event of its own.
    await refresh({ only: ["recent_activity", "open_requests"], now: "2026-02-03T10:07:00Z" });
    assert.equal(await fails("context load"), null);
  },
);
