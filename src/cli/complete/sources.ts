import { agents, loadAgent } from "../../agents/registry.ts";
import { namesOf } from "../../base/registry.ts";
import { strategies } from "../../compile/strategies/registry.ts";
import { formatNames } from "../../formats/registry.ts";
import type { ValueSource } from "../../operations/operation/arguments.ts";
import { toolSets } from "../../operations/operation/tool.ts";
import { providerNames } from "../../providers/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { contextFor } from "../context.ts";

/** A word that could be typed next, and its meaning. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** The words typed so far; they decide which ids exist. */
export interface Typed {
  readonly command: string;
  readonly before: readonly string[];
  /** The beginning of the word that is completed. */
  readonly current: string;
}

/** In ms: a workspace that another process is writing to is not waited for. */
const LOCK_WAIT_MS = 200;
/** In ms: sessions that are not found within this time are not offered. */
const MAX_SESSIONS_MS = 800;
const MAX_SESSIONS = 200;

/** The values of a source; none if there is no workspace, or it cannot be read. */
export async function candidatesFrom(
  source: ValueSource,
  typed: Typed,
): Promise<readonly Candidate[]> {
  const found = await sources[source](typed).catch(() => []);
  // An id that looks like an option would be taken for one.
  return found.filter(({ value }) => !value.startsWith("-"));
}

const sources: Readonly<Record<ValueSource, (typed: Typed) => Promise<readonly Candidate[]>>> = {
  agent: async () => names(namesOf(agents)),
  format: async () => names(formatNames),
  strategy: async () => names(namesOf(strategies)),
  provider: async () => names(providerNames),
  "tool-set": async () => [
    ...Object.entries(toolSets).map(([value, about]) => ({ value, about })),
    { value: "all", about: "every tool" },
  ],
  session: agentSessions,
  thread: threads,
  entry: entries,
  state: stateSessions,
  path: async () => [],
};

function names(values: readonly string[]): readonly Candidate[] {
  return values.map((value) => ({ value, about: "" }));
}

/** So much of an id is enough to mean a session of another folder. */
const MIN_PREFIX_LENGTH = 3;

/**
 * Sessions of the agents, newest first: those of an agent that was named, else those of this folder. Who has typed
 * the beginning of an id means it, wherever the session took place.
 */
async function agentSessions(typed: Typed): Promise<readonly Candidate[]> {
  const { agentEnvironment, isInFolder } = await import("../../sessions/agent-sessions.ts");
  const context = contextOf(typed);
  const named = namesOf(agents).filter((name) => typed.before.includes(name));
  const isPrefix = typed.current.length >= MIN_PREFIX_LENGTH;
  const until = Date.now() + MAX_SESSIONS_MS;
  const found: { readonly value: string; readonly about: string; readonly at: number }[] = [];
  for (const name of named.length > 0 ? named : namesOf(agents)) {
    for await (const session of (await loadAgent(name)).find(agentEnvironment(context))) {
      if (Date.now() > until) break;
      if (session.parent_id !== null) continue;
      const isMeant = isPrefix && session.id.startsWith(typed.current);
      if (named.length === 0 && !isMeant && !isInFolder(session, context.cwd)) continue;
      const at = session.modified_ms;
      found.push({ value: session.id, about: `${name}, ${new Date(at).toISOString()}`, at });
    }
  }
  return found.sort((one, other) => other.at - one.at).slice(0, MAX_SESSIONS);
}

async function threads(typed: Typed): Promise<readonly Candidate[]> {
  const { default: threadList } = await import("../../operations/thread/list.ts");
  const found = await threadList.run(contextOf(typed), { archived: true, ...storeOf(typed) });
  return found.threads.map(({ thread_id, title }) => ({ value: thread_id, about: title ?? "" }));
}

async function entries(typed: Typed): Promise<readonly Candidate[]> {
  const { default: stateShow } = await import("../../operations/state/show.ts");
  const found = await stateShow.run(contextOf(typed), { archived: true, ...storeOf(typed) });
  return found.entries.map(({ id, content }) => ({ value: id, about: content ?? "" }));
}

async function stateSessions(typed: Typed): Promise<readonly Candidate[]> {
  const { default: sessionList } = await import("../../operations/session/list.ts");
  const { sessions } = await sessionList.run(contextOf(typed), storeOf(typed));
  return sessions.map(({ session_id, current_task }) => ({
    value: session_id,
    about: current_task ?? "",
  }));
}

/** A context that asks nobody and waits for nothing. */
function contextOf(typed: Typed): OperationContext {
  const globals = {
    json: false,
    help: false,
    quiet: true,
    color: false,
    directory: typedValue(typed, ["-C", "--directory"]),
    now: null,
  };
  const context = contextFor(globals, {
    progress: { show: () => {}, clear: () => {} },
    signal: new AbortController().signal,
    emit: async () => {},
  });
  return { ...context, interactive: false, lockWaitMs: LOCK_WAIT_MS };
}

function storeOf(typed: Typed): { readonly store?: string } {
  const store = typedValue(typed, ["--store"]);
  return store === null ? {} : { store };
}

/** The value typed after an option. */
function typedValue({ before }: Typed, options: readonly string[]): string | null {
  const at = before.findLastIndex((arg) => options.includes(arg));
  const joined = before.findLast((arg) => options.some((option) => arg.startsWith(`${option}=`)));
  return at === -1 ? (joined?.split(/=(.*)/s)[1] ?? null) : (before[at + 1] ?? null);
}
