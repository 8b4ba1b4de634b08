import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { HoldallError, messageOf } from "../../src/base/errors.ts";
import { agentNames } from "../agents/programs.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  allStrings,
  readSessionTexts,
  type SessionTexts,
  squeeze,
} from "../support/session-texts.ts";

const samples = process.env.HOLDALL_SAMPLES;
const skip = samples ? false : "HOLDALL_SAMPLES names no folder";

interface Handed {
  readonly path: string;
  readonly loss: object;
  readonly conversation: {
    readonly complete: boolean;
    readonly changed: number;
    readonly missing: number;
  };
}

for (const from of agentNames) {
  test(`every ${from} sample arrives whole with every agent`, { skip }, async (t) => {
    const failures: string[] = [];
    let moved = 0;
    let texts = 0;
    for (const [index, file] of sessionsOf(from).entries()) {
      const meant = readSessionTexts(from, file);
      for (const to of agentNames) {
        const handed = await handOver(file, to);
        // A dry run costs as much: of each file it is compared for one receiver, in turn.
        if (to === agentNames[index % agentNames.length]) {
          const dry = await handOver(file, to, true);
          if (dry === null ? handed !== null : !isDeepStrictEqual(dry.loss, handed?.loss)) {
            failures.push(`${path.basename(file)} → ${to}: a dry run reports something else`);
          }
        }
        if (handed === null) continue; // Nothing was said in it, or it is no session.
        moved++;
        texts += Object.values(meant).flat().length;
        const lost = lostIn(meant, allStrings(handed.path));
        // Only a secret may be missing in a person's words, and a sample has at most a few.
        const asked = lost.filter((text) => text.startsWith("user: "));
        if (asked.length > 0) failures.push(`${path.basename(file)} → ${to}: ${asked[0]}`);
        const allowed = handed.conversation.changed + handed.conversation.missing;
        if (lost.length > allowed) {
          failures.push(
            `${path.basename(file)} → ${to}: ${lost.length} lost, report says ${allowed}: ${lost[0]}`,
          );
        }
      }
    }
    t.diagnostic(`${from}: ${moved} handoffs`);
    assert.deepEqual(failures, []);
    assert(moved > 0);
    assert(texts > moved);
  });
}

/** What of the source is not in what was placed, shortened for a message. */
function lostIn(
  { user, assistant, calls, results }: SessionTexts,
  arrived: string,
): readonly string[] {
  return [
    ...user.map((text) => ["user", text] as const),
    ...assistant.map((text) => ["assistant", text] as const),
    ...calls.map((text) => ["call", text] as const),
    ...results.map((text) => ["result", text] as const),
  ]
    .filter(([, text]) => !arrived.includes(squeeze(text)))
    .map(([role, text]) => `${role}: ${squeeze(text).slice(0, 80)}`);
}

async function handOver(file: string, to: string, isDry = false): Promise<Handed | null> {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const context = { ...contextIn(cwd), agents: { home, env: { HOME: home } } };
  try {
    const { out } = await runOperation<Handed>(context, "handoff", {
      from: file,
      to,
      "dry-run": isDry,
    });
    return out;
  } catch (error) {
    if (error instanceof HoldallError && /^E_(?:EMPTY|FORMAT)$/.test(error.code)) return null;
    const state = messageOf(error);
    throw new Error(`${path.basename(file)} → ${to}: ${state}`, { cause: error });
  }
}

/** Where the samples are of agents whose folder has another name. */
const folders: Readonly<Record<string, readonly string[]>> = {
  copilot: ["agent-logs/copilot-cli", "agent-recordings/copilot"],
  qwen: ["agent-recordings/qwen"],
  kimi: ["agent-recordings/kimi"],
  kilo: ["agent-recordings/kilo"],
  goose: ["agent-recordings/goose"],
  grok: ["agent-recordings/grok"],
};

const OTHER_FILE =
  /subagents|agent-[0-9a-f]|meta\.json|native-json-storage|child-|turns(?:-\d)?\.json|request\.json|\/agent-\d|session_index|acp-load|\.kimi-code\/.*\.json$|\.grok\/.*(?:\.json|updates\.jsonl|events\.jsonl|points\.jsonl|prompt_history\.jsonl)$/;

/** The main files of sessions; sub-agents' files and an agent's other files are moved with theirs. */
function sessionsOf(agent: string): readonly string[] {
  return (folders[agent] ?? [`agent-logs/${agent}`])
    .map((name) => path.join(samples ?? "", name))
    .flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.jsonl?$/.test(file) && !OTHER_FILE.test(file))
        .sort()
        .map((file) => path.join(folder, file)),
    );
}
