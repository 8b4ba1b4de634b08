import fs from "node:fs";
import path from "node:path";
import curator from "../../src/curator/module.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import type { Row } from "../../src/stores/store.ts";
import { codeOf, contextIn, runOperation } from "./operations.ts";
import { makeScratch, writeFiles } from "./scratch.ts";
import { openLedgerAt, type Subject } from "./workspaces.ts";

/** A workspace of responsibilities with a store, and the commands that act in it. */
export interface Lab {
  readonly cwd: string;
  readonly store: string;
  run<Out = Readonly<Record<string, unknown>>>(
    name: OperationName,
    input?: Readonly<Record<string, unknown>>,
  ): Promise<Out>;
  /** The code with which a command fails; null when it does not. */
  fault(name: OperationName, input?: Readonly<Record<string, unknown>>): Promise<string | null>;
  /** Rows of a query in the lab's own store. */
  rows(sql: string): Promise<readonly Row[]>;
  /** Lines of a responsibility's memory. */
  memory(responsibility: string): readonly string[];
}

export const NOW = "2026-02-03T10:00:00Z";

/** Rows of a query in a store. */
export async function rowsOf(store: string, sql: string): Promise<readonly Row[]> {
  const ledger = await openLedgerAt(store, { modules: [curator] });
  try {
    return await ledger.read((tx) => tx.all(sql));
  } finally {
    await ledger.close();
  }
}

/**
 * A workspace `lab` with the steward and two responsibilities, all of them registered and active. Another
 * one may be made in the store of the first.
 */
export async function createLab(
  subject: Pick<Subject, "location">,
  workspace_id = "lab",
  folder = makeScratch(),
): Promise<Lab> {
  const cwd = path.join(folder, "lab");
  const ids = ["steward_lab", "build_cos", "docs_cos"];
  writeFiles(cwd, {
    "ros.config.yaml": `workspace_id: ${workspace_id}\nsteward_responsibility_id: steward_lab\n`,
    ...Object.fromEntries(ids.map((id) => [`registry/${id}/kernel.md`, `# ${id}\n`])),
  });
  const store = subject.location();
  const context = contextIn(cwd);
  const input = (input: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries({ store, now: NOW, ...input }).filter(([, value]) => value !== undefined),
    );
  await runOperation(context, "init", { store });
  const lab: Lab = {
    cwd,
    store,
    run: async <Out>(name: OperationName, own = {}) =>
      (await runOperation<Out>(context, name, input(own))).out,
    fault: (name, own = {}) => codeOf(runOperation(context, name, input(own))),
    rows: (sql) => rowsOf(store, sql),
    memory: (responsibility) => {
      const file = path.join(cwd, "registry", responsibility, "memory/events.md");
      return fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
    },
  };
  for (const id of ids) {
    await lab.run("responsibility add", { id });
    await lab.run("responsibility activate", { id });
  }
  return lab;
}
