import type { DatabaseSync } from "node:sqlite";
import { openAgentDatabase } from "../records/agent-database.ts";
import type { OpencodeProgram } from "./program.ts";
import {
  CHILDREN,
  CHILDREN_2,
  HAS_TABLE,
  MESSAGES,
  MESSAGES_2,
  NEWEST,
  NEWEST_2,
  PARTS,
  SESSION,
  SESSION_2,
  SESSIONS,
  SESSIONS_2,
  SIZES,
  SIZES_2,
  UNNUMBERED_MESSAGES_2,
} from "./tables.ts";

/** The database of a program, open for reading, and which tables it has. */
export interface OpencodeStore {
  readonly database: DatabaseSync;
  /** Whether `session`, `message` and `part` are there. */
  readonly hasVersion1: boolean;
  /** Whether `session_v2` is there. */
  readonly hasSessions2: boolean;
  /** The statement for messages of version 2; null where no table contains them. */
  readonly messages2: string | null;
  close(): void;
}

/** Opens the database of a program for reading; refuses what is none, and a layout we do not know. */
export function openStore(program: OpencodeProgram, path: string): OpencodeStore {
  const { id, displayName, variables } = program;
  const owner = {
    displayName,
    damageCure: `see whether \`${id} session list\` still works; move a damaged database away`,
    layoutCure: `name another database in ${variables}_DB, or install a version of Holdall that supports this ${displayName}`,
  };
  const opened = openAgentDatabase(owner, path, (database) => statementsOn(tablesOf(database)));
  return { ...opened, ...tablesOf(opened.database) };
}

type OpencodeTables = Pick<OpencodeStore, "hasVersion1" | "hasSessions2" | "messages2">;

function tablesOf(database: DatabaseSync): OpencodeTables {
  const has = (name: string) => database.prepare(HAS_TABLE).get(name) !== undefined;
  return {
    hasVersion1: has("session") || !has("session_v2"),
    hasSessions2: has("session_v2"),
    messages2: has("session_message") ? messagesStatement(database) : null,
  };
}

function messagesStatement(database: DatabaseSync): string {
  try {
    database.prepare(MESSAGES_2);
    return MESSAGES_2;
  } catch {
    return UNNUMBERED_MESSAGES_2;
  }
}

function statementsOn({ hasVersion1, hasSessions2, messages2 }: OpencodeTables): readonly string[] {
  const version1 = [SESSIONS, SESSION, CHILDREN, MESSAGES, PARTS, SIZES, NEWEST];
  const messages = [messages2 ?? MESSAGES_2, SIZES_2, NEWEST_2];
  return [
    ...(hasVersion1 ? version1 : []),
    ...(hasSessions2 ? [SESSIONS_2, SESSION_2, CHILDREN_2] : []),
    ...(hasSessions2 || messages2 !== null ? messages : []),
  ];
}
