import type { DatabaseSync } from "node:sqlite";
import { HoldallError } from "../../base/errors.ts";
import { missingLogHint, openForeignDatabase } from "../records/open-database.ts";
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
  let opened: ReturnType<typeof openForeignDatabase> | undefined;
  try {
    opened = openForeignDatabase(path);
    const { database } = opened;
    const has = (name: string) => database.prepare(HAS_TABLE).get(name) !== undefined;
    const hasMessages2 = has("session_message");
    const store = {
      database,
      hasVersion1: has("session") || !has("session_v2"),
      hasSessions2: has("session_v2"),
      messages2: hasMessages2 ? messagesStatement(database) : null,
      close: opened.close,
    };
    checkLayout(program, store, path);
    return store;
  } catch (error) {
    opened?.close();
    if (error instanceof HoldallError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const message = `${cannotRead(program, path)}: ${why}${missingLogHint(path)}`;
    throw new HoldallError("E_FORMAT", message, {
      cure: `see whether \`${program.id} session list\` still works; move a damaged database away`,
    });
  }
}

function messagesStatement(database: DatabaseSync): string {
  try {
    database.prepare(MESSAGES_2);
    return MESSAGES_2;
  } catch {
    return UNNUMBERED_MESSAGES_2;
  }
}

/** A statement on a table or a column that is not there cannot be prepared. */
function checkLayout(program: OpencodeProgram, store: OpencodeStore, path: string): void {
  const { database, hasVersion1, hasSessions2, messages2 } = store;
  const version1 = [SESSIONS, SESSION, CHILDREN, MESSAGES, PARTS, SIZES, NEWEST];
  const messages = [messages2 ?? MESSAGES_2, SIZES_2, NEWEST_2];
  const statements = [
    ...(hasVersion1 ? version1 : []),
    ...(hasSessions2 ? [SESSIONS_2, SESSION_2, CHILDREN_2] : []),
    ...(hasSessions2 || messages2 !== null ? messages : []),
  ];
  try {
    for (const statement of statements) database.prepare(statement);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const state = `its layout is unknown (${why})${missingLogHint(path)}`;
    throw new HoldallError("E_VERSION", `${cannotRead(program, path)}: ${state}`, {
      cure: `name another database in ${program.variables}_DB, or install a version of Holdall that supports this ${program.displayName}`,
    });
  }
}

function cannotRead({ displayName }: OpencodeProgram, path: string): string {
  return `Cannot read ${displayName}'s database "${path}"`;
}
