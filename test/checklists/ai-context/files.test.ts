/** Files, front matter and memory. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { coreFiles, promptFiles } from "../../../src/model/ai-context/context-file.ts";
import { holdall } from "../../support/program.ts";
import { picture } from "../../support/scratch.ts";
import { closedRun, NOW, testOnStores } from "./workspace.ts";

interface Validated {
  readonly ok: boolean;
  readonly warnings: readonly { code: string; file: string }[];
  readonly violations: readonly {
    code: string;
    file: string;
    pointer: string | null;
    line: number | null;
  }[];
}

testOnStores(
  "the core five pass; without any one of them validation fails and names it",
  async (createWorkspace) => {
    const { run, refresh, root } = await createWorkspace();
    await refresh();
    const passed = await run<Validated>("context validate", { id: "docs_cos" });
    assert.deepEqual([passed.exit, passed.out.violations], [0, []]);
    for (const stem of coreFiles) {
      const file = path.join(root, "ai_context", `${stem}.md`);
      const bytes = fs.readFileSync(file);
      fs.rmSync(file);
      const { exit, out } = await run<Validated>("context validate", { id: "docs_cos" });
      assert.equal(exit, 1);
      assert(
        out.violations.some(({ file: named }) => named === `ai_context/${stem}.md`),
        stem,
      );
      fs.writeFileSync(file, bytes);
    }
  },
);

testOnStores(
  "a responsibility with only its own texts gets four files with all keys and sections",
  async (createWorkspace) => {
    const { refresh, read, root, run } = await createWorkspace();
    for (const extra of ["mandates", "context", "memory", "manifest.json", "persona"]) {
      fs.rmSync(path.join(root, extra), { recursive: true });
    }
    const { changed } = await refresh();
    for (const stem of promptFiles) assert(changed.includes(`${stem}.md`), stem);
    assert.match(read("ai_context/recent_activity.md"), /^## Latest events\nNone\.$/m);
    const { out } = await run<Validated & { warnings: readonly { code: string }[] }>(
      "context validate",
      { id: "docs_cos" },
    );
    assert.deepEqual(out.violations, []);
    assert(!out.warnings.some(({ code }) => code === "W_SECTION"));
  },
);

testOnStores("a value outside an enum fails with file and key", async (createWorkspace) => {
  const { refresh, run, edit } = await createWorkspace();
  await refresh();
  edit("ai_context/open_requests.md", "context_role: request", "context_role: queue");
  const { out } = await run<Validated>("context validate", { id: "docs_cos" });
  const found = out.violations.find(({ pointer }) => pointer === "/context_role");
  assert.equal(found?.file, "ai_context/open_requests.md");
});

testOnStores("roles of other programs are reported in files of people", async (createWorkspace) => {
  const { refresh, run, edit } = await createWorkspace();
  await refresh();
  edit("kernel.md", "context_role: kernel", "context_role: spec");
  const { out } = await run<Validated>("context validate", { id: "docs_cos" });
  assert.deepEqual(out.violations, []);
  assert.deepEqual(
    out.warnings.map(({ code, file }) => [code, file]),
    [["W_UNKNOWN_ENUM", "kernel.md"]],
  );
  edit("kernel.md", "authored_by: human", "authored_by: nobody");
  const again = await run<Validated>("context validate", { id: "docs_cos" });
  assert.deepEqual(
    again.out.violations.map(({ pointer }) => pointer),
    ["/authored_by"],
  );
});

testOnStores("validate --secrets finds personal data, and --strict refuses it", async (create) => {
  const { refresh, run, edit } = await create();
  edit("guardrails.md", "Rules that apply to every task.", "Ask ann.smith@example.org first.");
  await refresh();
  const input = { id: "docs_cos", secrets: true };
  const { out } = await run<Validated>("context validate", input);
  assert.deepEqual(
    out.warnings.map(({ code, file }) => [code, file]),
    [["W_SECRET", "ai_context/system_context.md"]],
  );
  const strict = await run<Validated>("context validate", { ...input, strict: true });
  assert.deepEqual(
    strict.out.violations.map(({ code }) => code),
    ["E_PROTECTED"],
  );
});

testOnStores(
  "created_at stays, updated_at follows the content, an idle refresh touches nothing",
  async (createWorkspace) => {
    const { refresh, read, edit, root } = await createWorkspace();
    await refresh();
    const key = (name: string) =>
      new RegExp(`^${name}: (.*)$`, "m").exec(read("ai_context/system_context.md"))?.[1];
    const created = key("created_at");
    const idle = path.join(root, "ai_context/current_focus.md");
    const before = fs.statSync(idle).mtimeMs;
    edit("kernel.md", "in two or three sentences", "in a few sentences");
    await refresh({ now: "2026-02-03T11:00:00Z" });
    assert.equal(key("created_at"), created);
    assert.equal(key("updated_at"), "2026-02-03T11:00:00Z");
    assert.equal(fs.statSync(idle).mtimeMs, before);
    const { changed } = await refresh({ now: "2026-02-03T12:00:00Z" });
    assert.deepEqual(changed, ["model_preferences.md", "bundle.yaml"]);
    assert.equal(key("updated_at"), "2026-02-03T11:00:00Z");
  },
);

/** What differs between two machines: the language, the time zone, the order of a folder's files. */
const machines = [
  { LC_ALL: "C", TZ: "UTC", order: 1 },
  { LC_ALL: "tr_TR.UTF-8", TZ: "Pacific/Chatham", order: -1 },
];

testOnStores("equal inputs and time give equal bytes on two machines", async (createWorkspace) => {
  const pictures = [];
  for (const { order, ...env } of machines) {
    const { write, edit, cwd, root, store } = await createWorkspace();
    fs.writeFileSync(
      path.join(cwd, "ros.config.yaml"),
      "workspace_id: lab\nsteward_responsibility_id: docs_cos\n",
    );
    edit("ai_context/model_preferences.md", /workspace_id: .*/, "workspace_id: lab");
    const files = ["İz", "iz", "Zeta", "alpha", "ärger"].flatMap((name, index) => [
      [`context/projects/${name}.md`, `# ${name}\n\nProject ${index}\n`] as const,
      [
        `mandates/runs/weekly/2026-02-02T0${index}-00Z.md`,
        closedRun(`2026-02-02T0${index}:30:00Z`, `Run of ${name}`),
      ] as const,
    ]);
    if (order < 0) files.reverse();
    for (const [name, text] of files) write({ [name]: text });
    const place = store === undefined ? [] : ["--store", store];
    const args = ["context", "refresh", "docs_cos", "--now", NOW, ...place];
    const { code, stderr } = holdall(args, { cwd, env });
    assert.equal(code, 0, stderr);
    pictures.push(picture(path.join(root, "ai_context")));
  }
  assert.deepEqual(pictures[0], pictures[1]);
});

testOnStores(
  "a refresh changes neither the policy, nor people's text, nor add-ons",
  async (createWorkspace) => {
    const { refresh, read, write, edit } = await createWorkspace();
    edit("ai_context/model_preferences.md", "preferred_model: unset", "preferred_model: m-large");
    edit("ai_context/model_preferences.md", "fallback_models: []", "fallback_models: [m-small]");
    write({ "ai_context/risk_register.md": "---\nauthored_by: human\n---\n# Risks\n" });
    await refresh({ detected: "m-small" });
    const text = read("ai_context/model_preferences.md");
    for (const line of [
      "preferred_model: m-large",
      "fallback_models: [m-small]",
      "enforcement_mode: monitor",
      "action_required: none",
    ]) {
      assert(text.includes(`\n${line}\n`), line);
    }
    assert.match(text, /Which model this responsibility should be served by/);
    assert.match(text, /^last_detected_model: m-small$/m);
    assert.equal(read("ai_context/risk_register.md"), "---\nauthored_by: human\n---\n# Risks\n");
  },
);

testOnStores(
  "system_context links every input and follows an edit of one",
  async (createWorkspace) => {
    const { refresh, read, edit } = await createWorkspace();
    await refresh();
    const before = read("ai_context/system_context.md");
    const refs = [...before.matchAll(/^ {2}- ref: (.*)$/gm)].map(([, ref]) => ref);
    // A row of the registry is no file to link to.
    const files = refs.filter((ref) => !ref?.startsWith("sql:"));
    assert(files.length >= 3);
    for (const ref of files) assert(before.includes(`](${ref})`), ref);
    edit("guardrails.md", "cannot be undone", "is hard to undo");
    await refresh();
    const after = read("ai_context/system_context.md");
    assert.match(after, /is hard to undo/);
    assert.doesNotMatch(after, /cannot be undone/);
  },
);

testOnStores(
  "recent activity is bounded, newest first, and names an event once",
  async (createWorkspace) => {
    const { refresh, read, write, append, cwd } = await createWorkspace();
    fs.appendFileSync(path.join(cwd, "ros.config.yaml"), "");
    const config = path.join(cwd, "ros.config.yaml");
    fs.writeFileSync(
      config,
      fs.readFileSync(config, "utf8").replace("recent_activity_max: 50", "recent_activity_max: 3"),
    );
    for (let day = 1; day <= 5; day++) {
      write({
        [`mandates/runs/weekly/2026-01-0${day}T09-00Z.md`]: closedRun(`2026-01-0${day}T10:00:00Z`),
      });
    }
    append(
      "memory/events.md",
      "- 2026-01-05T10:00:00Z mandate_run (mandate_run: weekly@2026-01-05T09-00Z) – closed\n",
    );
    await refresh();
    const lines = read("ai_context/recent_activity.md").match(/^- .*$/gm) ?? [];
    assert.deepEqual(
      lines.map((line) => line.slice(2, 22)),
      ["2026-01-05T10:00:00Z", "2026-01-04T10:00:00Z", "2026-01-03T10:00:00Z"],
    );
    assert.match(lines[0] ?? "", /memory: memory\/events\.md#L\d+; link: mandates\/runs/);
  },
);

testOnStores(
  "every mandate leaves the memory's old bytes; a person's line becomes a note",
  async (createWorkspace) => {
    const { refresh, read, append, run } = await createWorkspace();
    await refresh();
    const before = read("memory/events.md");
    append(
      "memory/events.md",
      "- 2026-02-03T10:00:00Z user_input (source: human:ann) – Please be brief",
    );
    await refresh({ now: "2026-02-03T11:00:00Z" });
    assert(read("memory/events.md").startsWith(before));
    assert.match(read("ai_context/recent_activity.md"), /Please be brief/);
    const { out } = await run<{ streams: Record<string, { events: number }> }>("status", {});
    // Registered and activated; the events of two refreshes, and the person's line.
    assert.equal(out.streams.responsibility?.events, 5);
  },
);

testOnStores(
  "an edited line stops every mandate and changes no file; the steward can accept it",
  async (createWorkspace) => {
    const { refresh, edit, append, fails, root } = await createWorkspace();
    append("memory/events.md", "- 2026-02-03T09:00:00Z decision (task: t1) – ship on Friday\n");
    await refresh();
    edit("memory/events.md", "ship on Friday", "ship on Monday");
    const before = picture(root);
    assert.equal(await fails("context refresh"), "E_MEMORY_MUTATED");
    assert.deepEqual(picture(root), before);
    assert.equal(
      await fails("context refresh", { "accept-memory": true, by: "somebody" }),
      "E_NOT_STEWARD",
    );
    await refresh({ "accept-memory": true, by: "docs_cos", now: "2026-02-03T11:00:00Z" });
    assert.equal((await refresh({ now: NOW })).exit, 0);
  },
);

testOnStores("a hostile id is refused before a path is touched", async (createWorkspace) => {
  const { cwd, fails } = await createWorkspace();
  const before = picture(cwd);
  for (const id of ["../x", "a/b", "", "a".repeat(65), "a..b"]) {
    assert.equal(await fails("context refresh", { id }), "E_USAGE");
    assert.equal(await fails("context volume", { id }), "E_USAGE");
  }
  assert.deepEqual(picture(cwd), before);
});

testOnStores(
  "front matter with aliases, tags, duplicate keys or too much text is refused with its line",
  async (createWorkspace) => {
    const { run, refresh, edit, read, write } = await createWorkspace();
    await refresh();
    const good = read("ai_context/open_requests.md");
    const bad = {
      E_YAML: "a: &x [1]\nb: *x\n",
      E_DUP_KEY: "authored_by: ai\n",
      E_LIMIT: `a: ${"x".repeat(1024 * 1024)}\n`,
    };
    for (const [code, yaml] of Object.entries(bad)) {
      write({ "ai_context/open_requests.md": good.replace("---\n", `---\n${yaml}`) });
      const { out } = await run<Validated>("context validate", { id: "docs_cos" });
      const found = out.violations.find((each) => each.code === code);
      assert.equal(found?.file, "ai_context/open_requests.md", code);
      assert.equal(typeof found?.line, "number", code);
    }
    write({ "ai_context/open_requests.md": good });
    edit("kernel.md", "context_role: kernel", "context_role: !!js kernel");
    const { out } = await run<Validated>("context validate", { id: "docs_cos" });
    const tagged = out.violations.find(({ file }) => file === "kernel.md");
    assert.equal(tagged?.code, "E_YAML");
    assert.equal(typeof tagged?.line, "number");
    const { warnings } = await refresh({ now: "2026-02-03T11:00:00Z" });
    assert.deepEqual(
      warnings.filter((warning) => warning.startsWith("damaged_front_matter")),
      [`damaged_front_matter: line ${tagged?.line} of kernel.md cannot be read`],
    );
  },
);

testOnStores(
  "a block that a person marked is taken over as it is, and makes its file a hybrid",
  async (createWorkspace) => {
    const { refresh, read, edit } = await createWorkspace();
    const author = (stem: string) =>
      /^authored_by: (.*)$/m.exec(read(`ai_context/${stem}.md`))?.[1] ?? "";
    await refresh();
    assert.deepEqual(promptFiles.map(author), ["ai", "ai", "ai", "ai"]);
    const block = "Word for word.\n\n  - also *this*";
    const marked = `<!-- curator:include -->\n${block}\n<!-- /curator:include -->\n`;
    edit("kernel.md", "## Decides", `${marked}\n## Decides`);
    await refresh();
    assert.deepEqual(promptFiles.map(author), ["hybrid", "ai", "ai", "ai"]);
    assert(read("ai_context/system_context.md").includes(block));
    edit("context/projects/first_project.md", "## Next steps", `${marked}\n## Next steps`);
    edit("kernel.md", marked, "");
    await refresh();
    assert.deepEqual(promptFiles.map(author), ["ai", "hybrid", "ai", "ai"]);
  },
);

testOnStores(
  "a folder of the project that is no responsibility is not written, whatever its name",
  async (createWorkspace) => {
    const { cwd, fails } = await createWorkspace();
    for (const name of ["src", "drop", "queue"]) {
      const folder = path.join(cwd, name);
      fs.mkdirSync(folder, { recursive: true });
      const before = fs.readdirSync(folder);
      for (const operation of ["context refresh", "context compact", "context status"] as const) {
        assert.equal(await fails(operation, { id: name }), "E_NOT_FOUND", `${operation} ${name}`);
      }
      assert.deepEqual(fs.readdirSync(folder), before);
    }
  },
);
