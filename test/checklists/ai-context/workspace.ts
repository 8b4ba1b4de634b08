import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { OperationName } from "../../../src/operations/registry.ts";
import { codeOf, contextIn, runOperation } from "../../support/operations.ts";
import { rowsOf } from "../../support/responsibilities.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";
import { type Subject, subjects } from "../../support/workspaces.ts";

/** The time of most tests. */
export const NOW = "2026-02-03T10:00:00Z";

const scratch = makeScratch();
const { all } = await subjects();

/** Creates a workspace on the store that a test runs on. */
export type CreateWorkspace = (id?: string) => ReturnType<typeof createOn>;

/** A test of the curator on every kind of store. */
export function testOnStores(
  title: string,
  run: (createWorkspace: CreateWorkspace, store: string) => Promise<void>,
): void {
  for (const subject of all) {
    const { name, skip } = subject;
    test(`${title} (${name})`, { skip }, () => run((id) => createOn(subject, id), name));
  }
}

/** A workspace with one responsibility, as `init` creates it, and ways to use it. */
async function createOn(subject: Subject, id = "docs_cos") {
  const cwd = fs.mkdtempSync(path.join(scratch, "ws-"));
  const context = contextIn(cwd, () => new Date("2026-02-01T08:00:00Z"));
  // A newcomer's workspace is in the folder, without an option.
  const store = subject.isFolder ? undefined : subject.location();
  await runOperation(context, "init", { responsibility: id, ...(store && { store }) });
  const root = path.join(cwd, "registry", id);
  writeFiles(root, begun(id));
  const run = <Out = Readonly<Record<string, unknown>>>(
    name: OperationName,
    input: Readonly<Record<string, unknown>> = {},
  ) => runOperation<Out>(context, name, { now: NOW, ...(store && { store }), ...input });
  return {
    cwd,
    context,
    root,
    run,
    store,
    refresh: async (input: Readonly<Record<string, unknown>> = {}) => {
      const done = await run<{ results: readonly Refreshed[] }>("context refresh", {
        id,
        ...input,
      });
      const [result] = done.out.results;
      assert(result);
      return { ...result, exit: done.exit };
    },
    fails: (name: OperationName, input: Readonly<Record<string, unknown>> = {}) =>
      codeOf(run(name, { id, ...input })),
    rows: (sql: string) => rowsOf(store ?? path.join(cwd, ".holdall"), sql),
    write: (files: Readonly<Record<string, string>>) => writeFiles(root, files),
    read: (file: string) => fs.readFileSync(path.join(root, file), "utf8"),
    append: (file: string, text: string) => fs.appendFileSync(path.join(root, file), text),
    edit: (file: string, from: string | RegExp, to: string) => {
      const before = fs.readFileSync(path.join(root, file), "utf8");
      const after = before.replace(from, to);
      assert.notEqual(after, before, `${file} has nothing to replace`);
      fs.writeFileSync(path.join(root, file), after);
    },
  };
}

/** What a person has added to a new responsibility. */
function begun(id: string): Readonly<Record<string, string>> {
  const markdown = (role: string, body: string) =>
    `---
authored_by: human
author_id: user:owner
created_at: 2026-02-01T08:00:00Z
updated_at: 2026-02-01T08:00:00Z
source: manual:init@2026-02-01T08:00:00Z
context_role: ${role}
---
${body}`;
  const manifest = {
    version: 1,
    responsibility_id: id,
    intent_tags: [],
    mandates: ["weekly_review"],
    tools: [],
    dependencies: [],
    model_preferences_file: "ai_context/model_preferences.md",
  };
  const definition = `# Weekly review

Look through what happened and write one report.

## When to use this workflow
- Once a week, or when the queue is longer than usual.

## Steps
1. Read the recent activity and the open requests.
2. Accept, defer or reject every request that waits.
3. Compare the projects with what happened.
4. Write what was decided, and by whom, into a report.
5. Name what is blocked, and who can help.

## Output
- One file in \`reports/\`, named by its date.
- New lines in \`memory/events.md\` for decisions.

## Success metrics
- The report names every open request once.
`;
  return {
    "persona.md": markdown("persona", "# Persona\n\nPlain and short.\n"),
    "mandates/definitions/weekly_review.md": markdown("mandate_definition", definition).replace(
      "context_role",
      "workflow_class: operational\ncritical: true\ncontext_role",
    ),
    "context/projects/first_project.md": markdown(
      "short_term_memory",
      "# First project\n\nThe first one.\n\n## Next steps\n- Begin.\n",
    ),
    "memory/events.md": markdown("log", "# Events\n\n"),
    "memory/insights.md": markdown("long_term_memory", "# Insights\n"),
    "manifest.json": `${JSON.stringify(manifest, null, 2)}\n`,
  };
}

/** The result of a refresh. */
export interface Refreshed {
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly warnings: readonly string[];
  readonly blocked: { readonly code: string } | null;
  readonly hashes: Readonly<Record<string, string>>;
  readonly kept: string | null;
  readonly level: "green" | "yellow" | "red" | null;
  readonly model: {
    readonly class: string;
    readonly status: string;
    readonly outcome: string;
    readonly detected: string;
    readonly message: string | null;
  } | null;
}

/** A run of a mandate that is closed. */
export function closedRun(at: string, outcome = "Done."): string {
  return `---\nclosed_at: ${at}\n---\n# Run\n\n## Outcome\n${outcome}\n`;
}
