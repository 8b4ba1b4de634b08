/** What a model reads of a responsibility. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import o200k from "../../../src/base/token-counters/o200k-base.ts";
import { codeOf } from "../../support/operations.ts";
import { testOnStores } from "./workspace.ts";

const guardrails = `# Guardrails

## Does not decide
- Dates of releases

## Forbidden
1. Pay invoices of new suppliers

## Limits
A text has at most 1,200 words.
`;

testOnStores(
  "guardrails and kernel are taken over as they are, with the headings that make a rule of a line",
  async (createWorkspace) => {
    const { refresh, read, write } = await createWorkspace();
    write({ "guardrails.md": guardrails, "kernel.md": "# Docs\n\n## Asks first\n- About costs\n" });
    await refresh();
    const text = read("ai_context/system_context.md");
    assert.match(text, /^#### Does not decide\n- Dates of releases$/m);
    assert.match(text, /^#### Forbidden\n1\. Pay invoices of new suppliers$/m);
    assert.match(text, /^#### Limits\nA text has at most 1,200 words\.$/m);
    assert.match(text, /^#### Asks first\n- About costs$/m);
    const body = text.slice(text.indexOf("# System context"));
    assert.doesNotMatch(body, /[0-9a-f]{12}/, "no hash is given to a model");
  },
);

testOnStores(
  "rules that are too long stop the refresh, which names the file to shorten",
  async (createWorkspace) => {
    const { refresh, read, write } = await createWorkspace();
    await refresh();
    const before = read("ai_context/system_context.md");
    write({ "guardrails.md": `# Guardrails\n\n${"- Never do this.\n".repeat(400)}` });
    const error = await refresh().catch((thrown: Error) => thrown);
    assert(error instanceof Error);
    assert.equal(await codeOf(refresh()), "E_TOO_LARGE");
    assert.match(error.message, /"guardrails\.md"/);
    assert.equal(read("ai_context/system_context.md"), before);
  },
);

testOnStores(
  "a project is never shortened across a heading, and what is left out is named",
  async (createWorkspace) => {
    const { refresh, read, write } = await createWorkspace();
    write({
      "context/projects/site.md": `# Site\n\nNew pages.\n\n## Next steps\n- Write\n\n## Not part of the work\n- Translations\n\n## History\n${"- It was begun once more.\n".repeat(1000)}`,
    });
    await refresh();
    const text = read("ai_context/current_focus.md");
    assert.match(text, /^#### Not part of the work\n- Translations$/m);
    assert.match(text, /^… History \(\[context\/projects\/site\.md\]/m);
    assert.doesNotMatch(text, /begun once more/);
  },
);

testOnStores("what nobody has written yet reaches no file", async (createWorkspace) => {
  const { refresh, read } = await createWorkspace();
  await refresh();
  const text = ["system_context", "current_focus"]
    .map((stem) => read(`ai_context/${stem}.md`))
    .join("\n");
  for (const line of ["in two or three sentences", "Write this yourself"]) {
    assert(!text.includes(line), line);
  }
});

interface Loaded {
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly sections: readonly { name: string; tokens: number; budget: number }[];
}

/** What happened on some days. */
function eventLines(days: number): string {
  return Array.from({ length: days * 20 }, (_, index) => {
    const day = String(1 + (index % 28)).padStart(2, "0");
    return `- 2026-01-${day}T09:00:00Z user_input (source: human:ann, task: t${index}) – Answer ${index} to a question about invoices\n`;
  }).join("");
}

/** A responsibility with many projects. */
function livedIn(write: (files: Readonly<Record<string, string>>) => void, days: number): void {
  write({
    "guardrails.md": guardrails,
    ...Object.fromEntries(
      Array.from({ length: days }, (_, index) => [
        `context/projects/p${index}.md`,
        `# Project ${index}\n\nAbout it.\n\n## Next steps\n- One\n- Two\n`,
      ]),
    ),
  });
}

testOnStores(
  "load is one text within its budget, also as o200k_base counts, with no front matter, hash or memory",
  async (createWorkspace) => {
    const { run, write, append } = await createWorkspace();
    const sizes: number[] = [];
    for (const days of [10, 30]) {
      livedIn(write, days);
      append("memory/events.md", eventLines(days));
      const { out } = await run<Loaded>("context load", { id: "docs_cos" });
      assert.equal(out.budget, 4000);
      assert(out.tokens <= 4000 && o200k.count(out.text) <= 4000, `${out.tokens} tokens`);
      assert.match(out.text, /^#### Does not decide\n- Dates of releases$/m);
      assert.doesNotMatch(out.text, /[0-9a-f]{12}|^---$|^None\.$|bundle_refreshed/m);
      const sum = out.sections.reduce((total, { tokens }) => total + tokens, 0);
      assert(sum <= out.budget, "the shares are shown");
      sizes.push(out.tokens);
    }
    const [few = 0, many = 0] = sizes;
    assert(many <= 1.2 * few, `${few} tokens grew to ${many}`);
    const small = await run<Loaded>("context load", { id: "docs_cos", budget: 1500 });
    assert(small.out.tokens <= 1500, `${small.out.tokens} tokens`);
  },
);

testOnStores(
  "load --with takes a whole file of the responsibility, or says its size",
  async (createWorkspace) => {
    const { run, write, root, cwd } = await createWorkspace();
    write({
      "context/knowledge/flags.md":
        "# Flags\n\nEvery flag has one sentence.\n\nIt begins with a verb.\n",
      "context/knowledge/long.md": `# Long\n\n${"A line of text.\n".repeat(2000)}`,
    });
    fs.writeFileSync(path.join(cwd, "outside.md"), "outside\n");
    fs.symlinkSync(path.join(cwd, "outside.md"), path.join(root, "link.md"));
    const load = (input: object) => run<Loaded>("context load", { id: "docs_cos", ...input });
    const { out } = await load({ with: ["context/knowledge/flags.md"] });
    assert.match(out.text, /It begins with a verb/);
    assert.equal(await codeOf(load({ with: ["link.md"] })), "E_NOT_FOUND");
    assert.equal(await codeOf(load({ with: ["../../outside.md"] })), "E_NOT_FOUND");
    assert.equal(await codeOf(load({ with: ["memory/events.md"] })), "E_NOT_FOUND");
    const error = await load({ with: ["context/knowledge/long.md"] }).catch((e: Error) => e);
    assert(error instanceof Error);
    assert.match(error.message, /long\.md has [\d,]+ tokens/);
    const task = await load({ task: "Write a sentence for every new flag" });
    assert.match(task.out.text, /^# File context\/knowledge\/flags\.md$/m);
    assert.doesNotMatch((await load({})).out.text, /It begins with a verb/);
  },
);

testOnStores(
  "load --task chooses knowledge in any kind of text, also by what it was offered for",
  async (createWorkspace) => {
    const { run, write } = await createWorkspace();
    write({
      "context/knowledge/tides.txt":
        "High water at the jetty comes fifty minutes later each day.\n",
      "context/knowledge/bundle_1/list.md": "12 3 45\n",
      "context/knowledge/bundle_1/provenance.yaml":
        "answers:\n  - Know which berths the harbour rents\n",
      "context/knowledge/suppliers.md": "# 供应商\n\n付款条件：收到发票后三十天。\n",
    });
    const load = async (task: string) =>
      (await run<Loaded>("context load", { id: "docs_cos", task })).out.text;
    assert.match(
      await load("When is high water at the jetty?"),
      /^# File \S+tides\.txt\n\nHigh water/m,
    );
    assert.match(await load("Which berths are free?"), /^12 3 45$/m);
    assert.match(await load("付款条件是什么？"), /^# File \S+suppliers\.md$/m);
    assert.doesNotMatch(await load("Write to the printer"), /^# File/m);
  },
);

testOnStores(
  "load has what binds beside the guardrails, in plain terms, and the dates in one list",
  async (createWorkspace) => {
    const { run, write, append } = await createWorkspace();
    write({
      "guardrails.md": "# Guardrails\n\nAsk Ann Berg before a release.\n",
      "context/projects/site.md":
        "---\ndue_at: 2026-02-12T12:00:00Z\n---\n# Site\n\n## Next steps\n- Print on 2026-02-06.\n\n## Not part of the work\n- A film on 2026-02-07.\n",
      "context/projects/shop.md":
        "# Shop\n\n## Next steps\nNobody does this before spring:\n- Open on 2026-02-08.\n",
      "reports/2026-02-01_readers.md": "# Readers\n\nThere were 412 readers.\n",
    });
    append(
      "memory/events.md",
      [
        "- 2026-01-20T10:00:00Z user_input (source: human:ann) – Pages have 600 words",
        "- 2026-01-19T10:00:00Z decision (source: human:bo) – The books close on 2026-02-05",
        "- 2026-01-18T10:00:00Z decision (source: human:bo) – From 2026-01-02 to 2026-02-04 it was cold",
        "- 2026-01-21T10:00:00Z decision (source: human:bo, until: 2026-02-09) – No releases",
        "- 2026-01-22T10:00:00Z incident (source: human:bo) – The printer burns\n",
      ].join("\n"),
    );
    const { out } = await run<Loaded>("context load", {
      id: "docs_cos",
      now: "2026-02-03T11:00:00Z",
    });
    const sections = new Map(
      out.text.split("\n## ").map((part) => {
        const [heading = "", ...lines] = part.split("\n# ")[0]?.trim().split("\n") ?? [];
        return [heading, lines] as const;
      }),
    );
    const headings = [...sections.keys()];
    assert.equal(headings[headings.indexOf("Guardrails") + 1], "Decisions in force");
    assert.deepEqual(sections.get("Guardrails"), ["Ask Ann Berg before a release."]);
    const [precedence = "", ...decisions] = sections.get("Decisions in force") ?? [];
    assert.match(precedence, /Guardrails go before decisions/);
    assert.deepEqual(decisions, [
      "- 2026-01-21 decision by bo: No releases (until 2026-02-09)",
      "- 2026-01-20 instruction by ann: Pages have 600 words",
      "- 2026-01-19 decision by bo: The books close on 2026-02-05",
      "- 2026-01-18 decision by bo: From 2026-01-02 to 2026-02-04 it was cold",
    ]);
    assert.deepEqual(sections.get("Who is who"), ["- People: Ann Berg (ann)"]);
    assert.deepEqual(sections.get("Open incidents"), [
      "- 2026-01-22 incident by bo: The printer burns",
    ]);
    assert.deepEqual(sections.get("Next dates"), [
      "- Thu, on 2026-02-05: decision of 2026-01-19 by bo: The books close on 2026-02-05",
      "- Fri, planned 2026-02-06: Site: Print on 2026-02-06.",
      "- Mon, in force until 2026-02-09: decision of 2026-01-21 by bo: No releases",
      "- Thu, due 2026-02-12 12:00: Site",
    ]);
    assert.match(sections.get("Newest report")?.join("\n") ?? "", /412 readers/);
    assert.doesNotMatch(out.text, /Kernel|Long-lived|user_input|events\.md#L|golden_identity/);
  },
);

testOnStores(
  "load says in plain terms which requests are late, and nothing where none is open",
  async (createWorkspace) => {
    const { run } = await createWorkspace();
    const load = async (now: string) =>
      (await run<Loaded>("context load", { id: "docs_cos", now })).out.text;
    assert.doesNotMatch(await load("2026-02-03T10:00:00Z"), /SLA|breached|in time/);
    const both = { from: "docs_cos", to: "docs_cos", actor: "docs_cos" };
    await run("request create", { subject: "Ask", id: "req_a", ...both });
    const text = await load("2026-02-12T10:00:00Z");
    assert.match(text, /\[req_a\].*: Ask \(late\)$/m);
    assert.match(text, /^## Answers in time\n1 late, 0 nearly late, 0 in time$/m);
    assert.doesNotMatch(text, /SLA|breached/);
  },
);

testOnStores(
  "load never gives out what is not so: it refreshes first, and no text has an old limit beside a new one",
  async (createWorkspace) => {
    const { run, write, refresh, edit, read, cwd, fails } = await createWorkspace();
    write({ "guardrails.md": guardrails });
    await run("context identity sign", { id: "docs_cos", by: "user:ann" });
    await refresh();
    fs.writeFileSync(path.join(cwd, "task.md"), "Do it.\n");
    edit("guardrails.md", "1,200", "600");
    const fresh = async () =>
      (
        await run<{ responsibilities: readonly { stale: readonly string[] }[] }>("context fresh", {
          id: "docs_cos",
        })
      ).out.responsibilities[0]?.stale;
    assert.deepEqual(await fresh(), ["guardrails.md"]);
    assert.equal(await fails("context load", { frozen: true }), "E_STALE");
    const { out } = await run<{ prompt: string }>("context assemble", {
      id: "docs_cos",
      task: "task.md",
    });
    assert.match(out.prompt, /at most 600 words/);
    assert.doesNotMatch(out.prompt, /1,200/);
    assert.equal(out.prompt.split("at most 600 words").length, 2, "each fact in one layer");
    assert.match(read("ai_context/system_context.md"), /at most 600 words/);
    assert.deepEqual(await fresh(), []);
    for (const [file, from, to] of [
      ["kernel.md", "in two or three sentences", "in a few sentences"],
      ["context/projects/first_project.md", "The first one", "The other one"],
      ["persona.md", "Plain and short", "Short"],
    ] as const) {
      edit(file, from, to);
      assert.deepEqual(await fresh(), [file]);
      await run("context fresh", { id: "docs_cos", fix: true });
      assert.deepEqual(await fresh(), [], file);
    }
  },
);

testOnStores(
  "current focus follows the queue: no completed request, every accepted one, and time that passes",
  async (createWorkspace) => {
    const { run } = await createWorkspace();
    const load = async (now = "2026-02-03T10:10:00Z") =>
      (await run<Loaded>("context load", { id: "docs_cos", now })).out.text;
    const create = (id: string) =>
      run("request create", {
        subject: `Ask ${id}`,
        from: "docs_cos",
        to: "docs_cos",
        id,
        actor: "docs_cos",
        due: "2026-02-20T00:00:00Z",
      });
    await create("req_a");
    await create("req_b");
    await run("request accept", { id: "req_a", actor: "docs_cos" });
    const focus = (text: string) =>
      text.slice(text.indexOf("# Current focus"), text.indexOf("# Open requests"));
    assert.match(focus(await load()), /req_a/);
    await run("request complete", { id: "req_a", actor: "docs_cos", note: "reports/a.md" });
    await run("request accept", { id: "req_b", actor: "docs_cos" });
    const after = focus(await load());
    assert.doesNotMatch(after, /req_a/);
    assert.match(after, /req_b/);
    assert.doesNotMatch(after, /due 2026-02-20/);
    const { out } = await run<{ responsibilities: readonly { stale: readonly string[] }[] }>(
      "context fresh",
      { id: "docs_cos", now: "2026-02-10T00:00:00Z" },
    );
    assert.notDeepEqual(out.responsibilities[0]?.stale, []);
    assert.match(focus(await load("2026-02-10T00:00:00Z")), /due 2026-02-20/);
  },
);

testOnStores(
  "watch notices every edit, and status says nothing better than what is open",
  async (createWorkspace) => {
    const { run, refresh, edit, write, read } = await createWorkspace();
    write({ "guardrails.md": guardrails });
    edit("ai_context/model_preferences.md", "preferred_model: unset", "preferred_model: m-large");
    const look = (now: string) => run("context watch", { once: true, now });
    await look("2026-02-03T10:00:00Z");
    edit("guardrails.md", "1,200", "600");
    await look("2026-02-03T10:00:20Z");
    assert.match(read("ai_context/system_context.md"), /at most 600 words/);
    await refresh({ detected: "m-other", now: "2026-02-03T10:30:00Z" });
    write({
      "mandates/runs/weekly/2026-02-03T11-00Z.md":
        "---\nclosed_at: 2026-02-03T11:30:00Z\nmodel: m-large\n---\n# Run\n",
    });
    interface Status {
      readonly responsibilities: readonly {
        readonly model_class: string;
        readonly model_blocked: boolean;
        readonly tokens: number;
        readonly budget: number;
      }[];
    }
    const { out } = await run<Status>("context status", { now: "2026-02-03T12:00:00Z" });
    const [status] = out.responsibilities;
    assert.deepEqual([status?.model_class, status?.model_blocked], ["violation", true]);
    const volume = await run<Loaded>("context volume", { id: "docs_cos" });
    assert.equal(volume.out.budget, 4000);
    assert.deepEqual(
      volume.out.sections.map(({ name }) => name),
      ["system_context", "current_focus", "open_requests", "recent_activity"],
    );
    assert(volume.out.tokens > 0 && (status?.tokens ?? 0) > 0);
    await refresh({ now: "2026-02-03T12:00:00Z" });
  },
);
