/** Real sessions of other people, from the folder of samples, resumed by the real programs. */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { messageOf } from "../../src/base/errors.ts";
import { launcher } from "../support/program.ts";
import { readSessionTexts, type SessionTexts, squeeze } from "../support/session-texts.ts";
import type { InstalledAgent, InstalledAgents } from "./install.ts";
import { launch } from "./launch.ts";
import { createMachine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import type { AgentName } from "./programs.ts";
import { askAgain, PROBE } from "./record.ts";
import type { SentItem } from "./sent/item.ts";

/** A sample, what it is chosen for, and who continues it. */
export interface Sample {
  readonly title: string;
  readonly from: AgentName;
  /** Below the folder of samples. */
  readonly file: string;
  readonly to: readonly AgentName[];
}

/** One of every kind that recordings of our own do not have; each goes to two or three receivers. */
export const samples: readonly Sample[] = [
  {
    title: "oldest",
    from: "claude",
    file: "agent-logs/claude/v1.0.24_summary-lines.jsonl",
    to: ["claude", "pi"],
  },
  {
    title: "newest, with several compactions",
    from: "codex",
    file: "agent-logs/codex/v0.146_all-record-types_trimmed.jsonl",
    // Its makers replaced values of the header, which Codex itself then refuses.
    to: ["claude", "pi"],
  },
  {
    title: "team",
    from: "claude",
    file: "agent-logs/claude/v2.1.114_worktrees/ef958aa1-0e93-49f0-bb71-150f63befcd1.jsonl",
    to: ["claude", "codex"],
  },
  {
    title: "background agents",
    from: "claude",
    file: "agent-logs/claude/v2.1.33_parallel-subagents/b3a7bd3c-5a10-4e7b-8ff0-7fc0cd6d1093.jsonl",
    to: ["claude", "gemini"],
  },
  {
    title: "interrupted",
    from: "claude",
    file: "agent-logs/claude/v1.0.51_interrupted.jsonl",
    to: ["claude", "codex", "opencode"],
  },
  {
    title: "aborted",
    from: "codex",
    file: "agent-logs/codex/v0.121_aborted-small.jsonl",
    // Codex continues a session only with the provider that it was begun with.
    to: ["claude", "pi"],
  },
  {
    title: "compaction",
    from: "claude",
    file: "agent-logs/claude/v2.1.37-44_compact-boundary.jsonl",
    to: ["claude", "gemini"],
  },
  {
    title: "compaction of Copilot CLI",
    from: "copilot",
    file: "agent-recordings/copilot/compaction/.copilot/session-state/fd2dae2a-e4a4-4b33-a791-6aafd479fcf4/events.jsonl",
    to: ["copilot", "claude"],
  },
  {
    title: "compaction of Qwen Code",
    from: "qwen",
    file: "agent-recordings/qwen/compaction/.qwen/projects/-home-rosa-tides/chats/95cc1069-9b33-428a-910f-a68bec370171.jsonl",
    to: ["qwen", "claude"],
  },
  {
    title: "an error of Kimi Code's provider",
    from: "kimi",
    file: "agent-recordings/kimi/error/.kimi-code/sessions/wd_tides_721d211aa0fb/session_60d07dee-4d86-4068-8244-8d41cf10cb62/agents/main/wire.jsonl",
    to: ["kimi", "codex"],
  },
  {
    title: "characters of Goose",
    from: "goose",
    file: "agent-recordings/goose/nonascii/export-20261117_1.json",
    to: ["goose", "claude"],
  },
  {
    title: "compaction of Grok Build",
    from: "grok",
    file: "agent-recordings/grok/compaction/.grok/sessions/%2Fhome%2Frosa%2Ftides/01a1e89d-eb24-76b1-a673-c192c0060676/chat_history.jsonl",
    to: ["grok", "codex"],
  },
];

const resultSchema = z.object({
  resume: z.array(z.array(z.string()).min(1)).min(1),
  conversation: z.object({ changed: z.number(), missing: z.number() }),
});

/** What came of one sample with one receiver; no problem when all of it arrived or was reported. */
export interface ContinuedSample {
  readonly problems: readonly string[];
  readonly arrived: number;
}

/** The path of a sample; null where the folder of samples is not at hand. */
function sampleFile({ file }: Sample): string | null {
  const found = path.join(process.env.HOLDALL_SAMPLES ?? "", file);
  return process.env.HOLDALL_SAMPLES && fs.existsSync(found) ? found : null;
}

/** Hands a sample to every receiver that it names, and continues it there. */
export async function runSample(
  agents: InstalledAgents,
  sample: Sample,
  { folder, report }: { readonly folder: string; report(line: string): void },
): Promise<number> {
  const file = sampleFile(sample);
  if (file === null) {
    report(`sample ${sample.title}: not run, HOLDALL_SAMPLES names no folder with it`);
    return 0;
  }
  let failed = 0;
  for (const to of sample.to) {
    const receiver = agents.get(to);
    if (receiver === undefined) continue;
    const { problems, arrived } = await continueSample(
      file,
      sample,
      receiver,
      path.join(folder, to),
    );
    if (problems.length > 0) failed++;
    const verdict =
      problems.length === 0 ? `ok, ${arrived} arrived` : `FAILED\n${problems.join("\n")}`;
    report(`sample ${sample.title}: ${sample.from} to ${to}: ${verdict}`);
  }
  return failed;
}

async function continueSample(
  file: string,
  { from }: Sample,
  receiver: InstalledAgent,
  folder: string,
): Promise<ContinuedSample> {
  fs.mkdirSync(folder, { recursive: true });
  const model = await startModel();
  try {
    const machine = createMachine(folder, receiver, { model });
    const ended = await launch({
      command: process.execPath,
      args: [launcher, "handoff", file, receiver.name, "--into", machine.project, "--json"],
      cwd: machine.project,
      env: machine.env,
    });
    if (ended.code !== 0) return { problems: [ended.stderr || ended.stdout], arrived: 0 };
    const { resume, conversation } = resultSchema.parse(JSON.parse(ended.stdout));
    const [command = []] = resume;
    const sent = await askAgain(model, () => machine.askThrough(command, PROBE), machine);
    return judge(readSessionTexts(from, file), sent, conversation.changed + conversation.missing);
  } catch (error) {
    const message = messageOf(error);
    return { problems: [message.slice(0, 2000)], arrived: 0 };
  } finally {
    await model.close();
  }
}

/** Compares what the program sent with what an independent reader finds in the sample. */
function judge(
  { user, assistant, calls, results }: SessionTexts,
  sent: readonly SentItem[],
  reported: number,
): ContinuedSample {
  const sentText = squeeze(sent.map(textOf).join("\n"));
  const wanted = [...user, ...assistant, ...calls, ...results];
  const lost = wanted.filter((text) => !sentText.includes(squeeze(text)));
  const isProbed = sentText.includes(PROBE);
  return {
    problems: [
      ...(isProbed ? [] : ["the new prompt was not sent"]),
      ...(lost.length > reported
        ? [
            `${lost.length} of ${wanted.length} lost, ${reported} reported: ${lost[0]?.slice(0, 200)}`,
          ]
        : []),
    ],
    arrived: wanted.length - lost.length,
  };
}

function textOf(item: SentItem): string {
  return item.kind === "call" ? leaves(item.arguments).join("\n") : item.text;
}

function leaves(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(leaves);
}
