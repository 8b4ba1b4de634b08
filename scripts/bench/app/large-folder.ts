/** Makes a project with 100,000 events and a home folder with 10,000 sessions, one of them of 100,000 items. */
import fs from "node:fs";
import path from "node:path";
import { loadTokenCounter } from "../../../src/base/tokens.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { DEFAULT_ADDRESS } from "../../../src/state/address.ts";
import type { Change } from "../../../src/state/change.ts";
import { changeState } from "../../../src/state/change-state.ts";
import type { CommitRequest, CommitRules } from "../../../src/state/commit/commit-request.ts";
import { planCommit } from "../../../src/state/commit/plan-commit.ts";
import { defaultBounds } from "../../../src/state/default-bounds.ts";
import { gateConfig } from "../../../src/state/gate/config.ts";
import { verdict } from "../../../src/state/gate/gate.ts";
import { claudeSession, type DemoFolder, placeClaudeSession } from "../../../test/app/open-app.ts";
import { contextIn, runOperation } from "../../../test/support/operations.ts";
import { root } from "../../run.ts";
import { chatty } from "../conversation.ts";
import { createFacts } from "../gate-cases.ts";
import { generateSessions } from "../search/generate-sessions.ts";
import { batches, open } from "../workspaces.ts";

/** How large the folder is. */
export interface LargeSize {
  /** Events of the thread and of the state together. */
  readonly events: number;
  readonly sessions: number;
  /** Items of the longest session. */
  readonly items: number;
}

export const LARGE: LargeSize = { events: 100_000, sessions: 10_000, items: 100_000 };
/** Entries of the state; the other events change them. */
const ENTRIES = 400;
const BATCH = ENTRIES; // Each entry at most once: a batch is decided about one state.
const SESSION_BYTES = 1000;

/** The sessions that are opened. */
export const SESSIONS = {
  short: "22222222-2222-4222-8222-222222222222",
  long: "33333333-3333-4333-8333-333333333333",
} as const;
/** Items of the short session. */
const SHORT = 1000;

/** Makes the folder. Half of the events are a thread, the others the history of a state. */
export async function createLargeFolder(folder: string, size: LargeSize): Promise<DemoFolder> {
  const project = path.join(folder, "project");
  const home = path.join(folder, "home");
  fs.cpSync(path.join(root, "examples/responsibilities"), project, { recursive: true });
  const env = { HOME: home, USERPROFILE: home, XDG_DATA_HOME: path.join(home, "data") };
  const demo = { project, home, env };
  generateSessions(home, { sessions: size.sessions, bytes: SESSION_BYTES });
  const many = (count: number) => Array.from({ length: count }, (_, at) => `Item ${at + 1}`);
  placeClaudeSession(demo, SESSIONS.short, claudeSession(demo, SESSIONS.short, many(SHORT)));
  placeClaudeSession(demo, SESSIONS.long, claudeSession(demo, SESSIONS.long, many(size.items)));
  await runOperation(contextIn(project), "init", {});
  const ledger = await open(path.join(project, ".holdall"));
  for (const batch of batches(chatty, size.events / 2)) await ledger.append(batch);
  await fillState(ledger, size.events / 2);
  await ledger.close();
  return demo;
}

const choice = {
  address: DEFAULT_ADDRESS,
  bounds: { ...defaultBounds, budget_tokens: ENTRIES * 1000 },
  actor: { id: "bench", origin: "bench" },
};

/** Commits entries and changes them, one in ten of the texts being refused. */
async function fillState(ledger: Ledger, events: number): Promise<void> {
  const counter = await loadTokenCounter(defaultBounds.tokenizer);
  const rules: CommitRules = {
    gate: gateConfig(),
    protect_slots: [],
    compress: false,
    countTokens: (text) => counter.count(text),
  };
  const facts = createFacts(ENTRIES);
  const admit = verdict([], { decision: "admit", reason: "qualified", matched: null });
  const conflict = (id: string) =>
    verdict([], {
      decision: "conflict",
      reason: "drift",
      matched: { namespace: defaultBounds.namespace, id, content: "" },
    });
  for (let from = 0; from < events; from += BATCH) {
    await changeState(ledger, choice, async (view) => {
      const changes: Change[] = [];
      for (let at = from; at < Math.min(from + BATCH, events); at++) {
        const id = `e${at % ENTRIES}`;
        const text = `${facts[at % ENTRIES]} Seen ${Math.floor(at / ENTRIES)} times.`;
        const isRefused = at >= ENTRIES && at % 10 === 0;
        const request: CommitRequest = isRefused ? { content: text } : { id, content: text };
        const options = { ...rules, verdict: isRefused ? conflict(id) : admit };
        changes.push(...(await planCommit(view, request, options)).changes);
      }
      return { changes, result: null };
    });
  }
}
