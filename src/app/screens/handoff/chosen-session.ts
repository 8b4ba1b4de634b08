import { type CallState, useCall } from "../../use-call.ts";
import type { SessionsData } from "../sessions/sessions-data.ts";

/** The session that is handed over, and those that are offered beside it. */
export interface ChosenSession {
  readonly list: CallState<SessionsData>;
  /** Whether the session is among those that are offered. */
  readonly isListed: boolean;
  readonly title: string | null;
  /** The folder in which it took place; null where none is known, undefined until it was looked for. */
  readonly cwd: string | null | undefined;
}

/** Looks for the session among the newest, and reads its beginning if it is none of them. */
export function useChosenSession(agent: string, session: string): ChosenSession {
  const list = useCall({ operation: "sessions", input: { all: true, limit: 50 } });
  const listed = list.value?.sessions.find((one) => one.agent === agent && one.id === session);
  const isOlder = list.value !== null && session !== "" && listed === undefined;
  const older = useCall(
    isOlder ? { operation: "show", input: { what: agent, session, limit: 1 } } : null,
  );
  const found = listed ?? older.value;
  const isSought = list.error === null && older.error === null;
  return {
    list,
    isListed: listed !== undefined,
    title: found?.title ?? null,
    cwd: found === null && isSought ? undefined : (found?.cwd ?? null),
  };
}
