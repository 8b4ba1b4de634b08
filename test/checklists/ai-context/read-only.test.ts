/** Mandates change no table of others, and work where nothing can be written. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { runMandate } from "../../../src/curator/disk/mandates/run-mandate.ts";
import {
  compaction,
  fullRefresh,
  modelCheck,
  requestUpdate,
} from "../../../src/curator/mandates/choices.ts";
import type { MandateChoice } from "../../../src/curator/mandates/mandate.ts";
import { otherUser, type User } from "../../support/other-user.ts";
import { holdall } from "../../support/program.ts";
import { closedRun, testOnStores } from "./workspace.ts";

const PROTECTED = [
  "requests",
  "request_events",
  "responsibilities",
  "data_artifacts",
  "transformations",
];

testOnStores(
  "no mandate changes a row of the queue, the registry or the lineage",
  async (createWorkspace) => {
    const { run, context, store, append, rows, write, root } = await createWorkspace();
    const request = { subject: "S", from: "docs_cos", to: "docs_cos", actor: "docs_cos" };
    await run("request create", { ...request, id: "req_a", "response-seconds": 60 });
    write({ "notes.md": "Keep them.\n" });
    await run("context ingest", {
      paths: [path.join(root, "notes.md")],
      scope: "notes",
      objective: ["Keep them"],
      actor: "docs_cos",
    });
    const tables = async () => {
      const found: Record<string, unknown> = {};
      for (const name of PROTECTED) found[name] = await rows(`select * from ${name} order by id`);
      return JSON.stringify(found);
    };
    const before = await tables();
    for (const name of PROTECTED) assert(before.includes(`"${name}":[{`), `${name} has a row`);
    const now = "2026-02-03T11:00:00Z";
    const id = "docs_cos";
    // The command reports alerts afterwards; the mandate itself does not.
    const mandate = (choice: MandateChoice, input: object = {}) =>
      runMandate(context, { id, now, store, telemetry: "sql", ...input }, choice);
    const mandates: readonly (() => Promise<unknown>)[] = [
      () => mandate(fullRefresh),
      () => mandate(compaction),
      () => mandate(requestUpdate({ alerts: true })),
      () => mandate(modelCheck, { detected: "m" }),
      () => mandate(modelCheck, { detected: "m", isBoot: true }),
    ];
    for (const mandate of mandates) {
      append("memory/events.md", "- 2026-02-03T09:00:00Z note (a: b) – x\n");
      write({ "mandates/runs/weekly/2026-02-02T09-00Z.md": closedRun("2026-02-02T09:30:00Z") });
      await mandate();
      assert.equal(await tables(), before);
    }
  },
);

const commands: readonly (readonly string[])[] = [
  ["context", "refresh", "docs_cos", "--telemetry", "file"],
  ["context", "compact", "docs_cos", "--telemetry", "file"],
  ["context", "refresh", "docs_cos", "--only", "open_requests", "--telemetry", "file"],
  ["context", "refresh", "docs_cos", "--only", "model_preferences", "--telemetry", "file"],
  ["context", "fresh", "docs_cos"],
  ["context", "load", "docs_cos"],
  ["context", "volume", "docs_cos"],
  ["context", "validate", "docs_cos"],
  ["context", "verify", "docs_cos"],
];

testOnStores(
  "mandates and readers work on a database that cannot be written",
  async (createWorkspace) => {
    const { cwd, store, refresh, append, edit } = await createWorkspace();
    edit("ai_context/model_preferences.md", "preferred_model: unset", "preferred_model: m");
    await refresh();
    append("memory/events.md", "- 2026-02-03T10:30:00Z note (source: human:ann) – A line.\n");
    // Nobody may write: the folder is closed to its owner, or the server refuses changes.
    const user = store === undefined ? otherUser() : {};
    if (store === undefined) closeFolder(path.join(cwd, ".holdall"));
    if (isUser(user)) changeOwner(cwd, user);
    fs.chmodSync(path.dirname(cwd), 0o755);
    const where = store === undefined ? [] : ["--store", readOnlyUrl(store)];
    const run = (...args: readonly string[]) => {
      const { code, stderr } = holdall([...args, ...where, "--now", "2026-02-03T11:00:00Z"], {
        cwd,
        user,
      });
      return { code, stderr };
    };
    try {
      for (const command of commands) {
        const { code, stderr } = run(...command);
        assert.equal(code, 0, `${command.join(" ")}\n${stderr}`);
      }
      const asked = ["request", "create", "S", "--from", "docs_cos", "--to", "docs_cos"];
      assert.notEqual(run(...asked, "--as", "docs_cos").code, 0, "nothing can be written there");
    } finally {
      if (store === undefined) fs.chmodSync(path.join(cwd, ".holdall"), 0o755);
    }
  },
);

/** Takes every right to write from a folder and the files in it. */
function closeFolder(folder: string): void {
  for (const name of fs.readdirSync(folder, { recursive: true }).map(String)) {
    const entry = path.join(folder, name);
    fs.chmodSync(entry, fs.statSync(entry).isDirectory() ? 0o555 : 0o444);
  }
  fs.chmodSync(folder, 0o555);
}

function isUser(user: User | Record<string, never>): user is User {
  return "uid" in user;
}

function changeOwner(folder: string, { uid, gid }: User): void {
  for (const name of ["", ...fs.readdirSync(folder, { recursive: true }).map(String)]) {
    fs.chownSync(path.join(folder, name), uid, gid);
  }
}

/** The URL of a workspace whose server refuses changes on this connection. */
function readOnlyUrl(store: string): string {
  const url = new URL(store);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  return url.href;
}
