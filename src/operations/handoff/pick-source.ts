import { createInterface } from "node:readline/promises";
import { type AgentId, agentIds, loadAgent } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { excerptLine } from "../../base/one-line.ts";
import type { OperationContext } from "../operation/operation.ts";
import { type NumberedSession, numberedSessions } from "../search/pick-session.ts";

/** Asks a person a question; null when nobody answers any more. */
export type Ask = (question: string) => Promise<string | null>;

/** How a person is asked, and shown what there is. */
interface Dialogue {
  readonly ask: Ask;
  readonly show: (line: string) => void;
}

/** Sessions that are shown at once. */
const MAX_SHOWN = 15;

/** FROM and TO, chosen by a person at a terminal. */
export async function pickHandoff(
  context: OperationContext,
): Promise<{ readonly from: string; readonly to: string }> {
  const sessions = await numberedSessions(context);
  if (sessions.length === 0) {
    throw new HoldallError("E_NOT_FOUND", "Cannot hand over: there is no session in this folder", {
      cure: "see `holdall sessions --all`",
    });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<null>((resolve) => terminal.once("close", () => resolve(null)));
  // In this mode the terminal does not turn Ctrl-C into a signal.
  terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ask: Ask = (question) => Promise.race([terminal.question(question), closed]);
  try {
    const show = (line: string) => context.note(line);
    const picked = await pickSession(sessions, { ask, show });
    const to = await pickReceiver(await receivers(), { ask, show });
    const { agent, id } = picked.found.session;
    const name = excerptLine(picked.title ?? "(no title)", 60);
    const isMeant = await confirm(ask, `Hand over "${name}" (${agent} ${id}) to ${to}?`);
    if (!isMeant) throw cancelled();
    return { from: picked.found.session.path, to };
  } finally {
    terminal.close();
  }
}

/** Asks for an agent, of which the beginning is enough, or a path, until it is one. */
export async function pickReceiver(
  agents: readonly string[],
  { ask, show }: Dialogue,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`To (${agents.join(", ")}, or a path): `))?.trim() ?? "";
    if (answer === "") throw cancelled();
    const fitting = agents.filter((agent) => agent.startsWith(answer.toLowerCase()));
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) return only;
    if (/[./\\]/.test(answer)) return answer;
    show(`"${answer}" is not an agent. A path has a dot or a slash, as in ./handed-over.`);
  }
}

/** Asks whether something is meant; Enter alone says yes, and so does nothing else but "y" and "yes". */
export async function confirm(ask: Ask, question: string): Promise<boolean> {
  const answer = await ask(`${question} [Y/n] `);
  return answer !== null && /^(?:y|yes|)$/i.test(answer.trim());
}

/** The agents that a session can be handed to. */
async function receivers(): Promise<readonly AgentId[]> {
  const agents = await Promise.all(agentIds.map(loadAgent));
  return agentIds.filter((_id, index) => agents[index]?.writer !== undefined);
}

/** Shows sessions, newest first, until one is chosen; words leave those that contain all of them. */
export async function pickSession(
  sessions: readonly NumberedSession[],
  { ask, show }: Dialogue,
): Promise<NumberedSession> {
  let shown = sessions;
  for (;;) {
    for (const session of shown.slice(0, MAX_SHOWN)) show(lineOf(session));
    if (shown.length > MAX_SHOWN) show(`and ${shown.length - MAX_SHOWN} more`);
    const answer = (await ask("Session (a number, or words to filter): "))?.trim() ?? "";
    if (answer === "") throw cancelled();
    const chosen = sessions.find(({ number }) => String(number) === answer);
    if (chosen !== undefined) return chosen;
    const fitting = sessions.filter((session) => contains(session, answer));
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) return only;
    if (fitting.length === 0) show(`No session contains "${answer}".`);
    else shown = fitting;
  }
}

function lineOf({ number, title, found }: NumberedSession): string {
  const name = excerptLine(title ?? "(no title)", 60);
  return `${String(number).padStart(3)}  ${found.session.agent.padEnd(9)}${name}`;
}

function contains(session: NumberedSession, answer: string): boolean {
  const { agent, id } = session.found.session;
  const text = `${agent} ${id} ${session.title ?? ""}`.toLowerCase();
  return answer
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function cancelled(): HoldallError {
  return new HoldallError("E_USAGE", "Cannot hand over: nothing was chosen", {
    cure: "for example `holdall handoff last codex`",
  });
}
