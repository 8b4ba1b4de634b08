/** What a run keeps for the next one saves work and changes nothing. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { closedRun, testOnStores } from "./workspace.ts";

/** Files that were written less long ago are not kept. */
const SETTLED_MS = 2100;

testOnStores(
  "files made with what earlier runs kept are those made without it",
  async (createWorkspace) => {
    const { cwd, run, refresh, write, append, read } = await createWorkspace();
    let minute = 0;
    const next = () => refresh({ now: `2026-02-03T12:${String(10 + minute++)}:00Z` });
    for (let day = 1; day < 6; day++) {
      const at = `2026-01-0${day}T09:30:00Z`;
      write({ [`mandates/runs/weekly/2026-01-0${day}T09-00Z.md`]: closedRun(at, `Day ${day}`) });
    }
    for (const id of ["req_a", "req_b"]) {
      const ends = { from: "docs_cos", to: "docs_cos", actor: "docs_cos" };
      await run("request create", { subject: id, id, ...ends });
    }
    await next();
    await wait(SETTLED_MS);
    await next(); // Keeps what it finds.
    const kept = path.join(cwd, ".curator/docs_cos");
    const names = ["files.json", "runs.json", "runs.table", "memory.json"];
    assert.deepEqual(
      names.filter((name) => !fs.existsSync(path.join(kept, name))),
      [],
    );
    const run3 = "weekly@2026-01-03T09-00Z";
    const pointer = (id: string) =>
      new RegExp(`mandate_run ${id}: .*memory/events.md#L(\\d+)`).exec(
        read("ai_context/recent_activity.md"),
      )?.[1];
    const before = pointer(run3);
    append(
      "memory/events.md",
      `- 2026-02-03T12:15:00Z note (mandate_run: ${run3}) – looked at again\n`,
    );
    write({ "mandates/runs/weekly/2026-01-02T09-00Z.md": "# Run\n\nBegun again.\n" });
    write({ "mandates/runs/weekly/2026-01-06T09-00Z.md": closedRun("2026-01-06T09:30:00Z") });
    await next();
    assert.notEqual(pointer(run3), before);
    for (const name of fs.readdirSync(kept)) {
      if (/\.(json|table)$/.test(name)) fs.rmSync(path.join(kept, name));
    }
    assert.deepEqual((await next()).changed, ["model_preferences.md", "bundle.yaml"]);
  },
);

testOnStores("settings that changed are used at once, kept or not", async (createWorkspace) => {
  const { run, refresh, cwd, append } = await createWorkspace();
  const settings = path.join(cwd, "ros.config.yaml");
  const kept = path.join(cwd, ".curator/_settings.json");
  const shown = async (hour: number) => {
    await refresh({ now: `2026-02-03T${hour}:00:00Z` });
    const { out } = await run<{ text: string }>("context load", {
      id: "docs_cos",
      now: `2026-02-03T${hour}:00:00Z`,
    });
    return out.text.match(/^- .* note /gm)?.length;
  };
  for (let line = 0; line < 5; line++) {
    append("memory/events.md", `- 2026-02-03T09:0${line}:00Z note (task: t${line}) – x\n`);
  }
  await wait(SETTLED_MS);
  assert.equal(await shown(12), 5);
  assert(fs.existsSync(kept));
  const text = fs.readFileSync(settings, "utf8");
  fs.writeFileSync(settings, text.replace("recent_activity_max: 50", "recent_activity_max: 2"));
  assert.equal(await shown(13), 2);
});
