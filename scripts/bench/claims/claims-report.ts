import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { loadTokenCounter } from "../../../src/base/tokens.ts";
import { doubtAbout } from "../../../src/transcripts/claims/doubt-about.ts";
import { proposeClaims } from "../../../src/transcripts/claims/propose-claims.ts";
import { recordSession } from "../../../src/transcripts/claims/session-record.ts";
import { type LoadedSession, loadSession } from "../digest/session.ts";
import type { Report } from "../report.ts";
import { lyingModelCases } from "./lying-model.ts";

/** What is proposed of one session. */
interface SessionClaims {
  readonly name: string;
  readonly claims: readonly string[];
  readonly tokens: number;
  /** Claims that the check bears out. */
  readonly proven: number;
}

/** What sessions propose for a state without a model, to be read by a person; and lies that a check lets through. */
export const claimsReport: Report = {
  name: "claims: what sessions propose, and lies",
  async run() {
    const lies = await lyingModelCases();
    const passed = lies.filter(({ doubt }) => doubt === null);
    const lieLine = `claims of a lying model: ${lies.length}, borne out: ${passed.length}`;
    const lieCheck = { name: "lies that are borne out", value: passed.length, most: 0 };
    const folder = join(process.env.HOLDALL_SAMPLES ?? "", "agent-logs");
    if (process.env.HOLDALL_SAMPLES === undefined || !existsSync(folder)) {
      const missing = "sessions: not run, HOLDALL_SAMPLES names no folder";
      return { lines: [lieLine, missing], checks: [lieCheck] };
    }
    const sessions = await proposeAll(folder);
    const sum = (value: (session: SessionClaims) => number) =>
      sessions.reduce((total, session) => total + value(session), 0);
    const all = sum(({ claims }) => claims.length);
    const most = Math.max(0, ...sessions.map(({ claims }) => claims.length));
    return {
      lines: [
        lieLine,
        `${sessions.length} sessions, ${all} proposals, at most ${most} in one, ${sum(({ tokens }) => tokens)} tokens`,
        ...sessions.flatMap(sessionLines),
      ],
      checks: [
        lieCheck,
        { name: "proposals of a session", value: most, most: 12 },
        {
          name: "share of proposals that the check bears out",
          value: all === 0 ? 1 : sum(({ proven }) => proven) / all,
          least: 1,
        },
      ],
      cases: sessions,
    };
  },
};

async function proposeAll(folder: string): Promise<readonly SessionClaims[]> {
  const found: SessionClaims[] = [];
  for (const name of globSync("**/*.{json,jsonl}", { cwd: folder }).sort()) {
    // A file that no agent wrote is no session.
    const session = await loadSession(join(folder, name)).catch(() => null);
    if (session !== null) found.push(await claimsOf(name, session));
  }
  return found;
}

async function claimsOf(
  name: string,
  { agent, header, items }: LoadedSession,
): Promise<SessionClaims> {
  const counter = await loadTokenCounter("o200k_base");
  const count = (text: string) => counter.count(text);
  async function* stream() {
    yield* items;
  }
  const isSubAgent = header.sub_agent === true;
  const means = { tools: agent.tools, folder: header.cwd, isSubAgent };
  const record = await recordSession(header.session_id, stream(), means);
  const claims = proposeClaims(record, count);
  const proven = claims.filter((claim) => doubtAbout(claim, record, count) === null);
  return {
    name,
    claims: claims.map(({ text, kind, citation }) => `${kind}: ${text} (${citation.item})`),
    tokens: claims.reduce((total, { text }) => total + count(text), 0),
    proven: proven.length,
  };
}

function sessionLines({ name, claims, tokens }: SessionClaims): readonly string[] {
  if (claims.length === 0) return [];
  return [`${name}: ${claims.length}, ${tokens} tokens`, ...claims.map((claim) => `    ${claim}`)];
}
