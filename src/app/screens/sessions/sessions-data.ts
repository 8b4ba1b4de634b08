/** What the operations `sessions` and `search` return, as far as the screen shows it. */

/** One session of an agent. */
export interface SessionData {
  readonly agent: string;
  readonly id: string;
  readonly title: string | null;
  readonly model: string | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly messages: number | null;
  readonly tokens: number | null;
  readonly modified_at: string;
  readonly archived: boolean;
  readonly handed_over: boolean;
  readonly fault: string | null;
}

/** The sessions of a folder, or of all. */
export interface SessionsData {
  readonly folder: string | null;
  readonly found: number;
  readonly elsewhere: number;
  readonly now: string;
  readonly sessions: readonly SessionData[];
}

/** Something that was found: a session, a thread, a memory, an entry. */
export interface MatchData {
  readonly kind: string;
  readonly agent: string | null;
  readonly id: string;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly path: string;
  readonly modified_at: string;
  readonly matches: readonly {
    readonly kind: string;
    readonly tool: string | null;
    readonly line: string;
  }[];
}

/** What a search found. */
export interface SearchData {
  readonly words: readonly string[];
  readonly searched: number;
  readonly unreadable: number;
  readonly now: string;
  readonly found: readonly MatchData[];
}
