/** The tables of the search index: what is read here can be read again from its source, so none of it is the truth. */

/** Increased when tables or terms change: an index of another version is built again. */
export const VERSION = 15;

/**
 * How a connection behaves: others may read while one process writes, and writers wait for each other. Large
 * pages make a first index a tenth cheaper; they only count for a new file. A query looks at more pages than the two
 * megabytes contain that SQLite keeps by default.
 */
export const SETUP = `
  pragma page_size = 16384;
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma cache_size = -16384;
  pragma temp_store = memory;
  pragma secure_delete = on;`;

/** The version of the tables; 0 in a new database. */
export const SELECT_VERSION = "pragma user_version";

/** Bytes of new terms that are sorted in memory; each time they are written costs a later merge. */
const TERMS_IN_MEMORY = 32 * 1024 * 1024;

/**
 * Notes which sources changed since the list of sessions was packed. What an insert does on a conflict also applies
 * in its triggers, so that they must not have one.
 */
function noteChanges(event: string, row: "new" | "old"): string {
  return `create trigger note_${event.slice(0, 6)} after ${event} on sources begin
    insert into changed_sources select ${row}.source
      where not exists (select 1 from changed_sources where source = ${row}.source); end;`;
}

/** All tables. The full-text index has no texts of its own: it finds the numbers of entries. */
export const CREATE = `
  create table sources (
    source integer primary key,
    kind text not null, agent text not null, path text not null, id text not null,
    stamp text not null, mtime real, ctime real, inode integer,
    cwd text, bytes integer not null, modified_ms integer not null, parent_id text,
    archived integer not null,
    facts_stamp text, title text, model text, version text, branch text,
    messages integer, tokens integer, activity text,
    text_stamp text, streams text, secrets integer not null default 0, cut integer not null default 0,
    unique (agent, path, id));
  create index sources_path on sources (path);
  create table session_lists (strings text not null, numbers blob not null);
  create table changed_sources (source integer primary key);
  ${noteChanges("insert", "new")}
  ${noteChanges("delete", "old")}
  ${noteChanges("update of agent, path, id, stamp, cwd, parent_id, archived, text_stamp", "new")}
  create table workspaces (location text primary key, stamp text not null) without rowid;
  create table other_files (path text primary key, stamp text not null) without rowid;
  create table entries (
    entry integer primary key,
    source integer not null, kind text not null, at_ms integer, tool text, tool_kind text,
    text text not null);
  create index entries_source on entries (source);
  create table touched_files (source integer not null, path text not null,
    primary key (source, path)) without rowid;
  create virtual table words using fts5(
    terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2');
  insert into words (words, rank) values ('hashsize', ${TERMS_IN_MEMORY});
  insert into words (words, rank) values ('crisismerge', 1999);
  pragma user_version = ${VERSION};`;

/**
 * Pieces of the full-text index are merged a little with each later change. While very much is added they are
 * left as they are: merging them meanwhile takes half as long as writing them.
 */
export const MERGE_LATER = "insert into words (words, rank) values ('automerge', 0)";
/** Merges a little with each change again. */
export const MERGE_WITH_CHANGES = "insert into words (words, rank) values ('automerge', 16)";

/** The write lock, taken before anything is read that the changes depend on. */
export const BEGIN = "begin immediate";

const PLACE =
  "kind, stamp, agent, path, id, mtime, ctime, inode, cwd, bytes, modified_ms, parent_id, archived";

/** What is known of the sessions of a machine. */
export const SELECT_PLACES = `
  select source, agent, path, id, mtime, ctime, inode, cwd, bytes, modified_ms, parent_id, archived,
    text_stamp is stamp as is_indexed
  from sources where kind = 'session'`;

/** Those of them that changed since their list was packed. */
export const SELECT_CHANGED_PLACES = `
  ${SELECT_PLACES} and source in (select source from changed_sources)`;

/** Numbers of the sources that changed since then, those that are gone too. */
export const SELECT_CHANGED = "select source from changed_sources";

/** The packed list of sessions. */
export const SELECT_LIST = "select strings, numbers from session_lists";

/** Takes away the packed list of sessions and what changed since. */
export const CLEAR_LIST = "delete from session_lists; delete from changed_sources;";

/** Writes the packed list of sessions. */
export const WRITE_LIST = "insert into session_lists (strings, numbers) values (?, ?)";

/** Files of stores that are no sessions. */
export const SELECT_OTHER_FILES = "select path, stamp from other_files";

/** Remembers a file that is no session. */
export const WRITE_OTHER_FILE = `
  insert into other_files (path, stamp) values (?, ?)
  on conflict (path) do update set stamp = excluded.stamp`;

/** Writes where a source is and what its head says. */
export const WRITE_PLACE = `
  insert into sources (${PLACE}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (agent, path, id) do update set kind = excluded.kind, stamp = excluded.stamp,
    mtime = excluded.mtime, ctime = excluded.ctime, inode = excluded.inode, cwd = excluded.cwd, bytes = excluded.bytes, modified_ms = excluded.modified_ms,
    parent_id = excluded.parent_id, archived = excluded.archived
  returning source, text_stamp is stamp as is_indexed`;

/** What lists show of a session, and for which stamp. */
export const SELECT_FACTS = `
  select facts_stamp is stamp as is_current, title, model, version, branch, messages, tokens, activity
  from sources where source = ?`;

/** Writes what lists show of a session. */
export const WRITE_FACTS = `
  update sources set facts_stamp = ?, title = ?, model = ?, version = ?, branch = ?,
    messages = ?, tokens = ?, activity = ? where source = ?`;

/** How far a source is indexed. */
export const SELECT_INDEXED = "select text_stamp, streams, secrets from sources where source = ?";

/** Writes how far a source is indexed, and how many entries more have a part that is not. */
export const WRITE_INDEXED = `
  update sources set text_stamp = ?, streams = ?, secrets = ?, cut = cut + ? where source = ?`;

/** Whether a source has entries. */
export const HAS_ENTRIES = "select 1 from entries where source = ? limit 1";

/** Removes the entries of a source, from the full-text index first. */
export const CLEAR_ENTRIES = [
  "delete from words where rowid in (select entry from entries where source = ?)",
  "delete from entries where source = ?",
  "delete from touched_files where source = ?",
  "update sources set cut = 0 where source = ?",
] as const;

/** Removes a source whose entries are gone. */
export const DELETE_SOURCE = "delete from sources where source = ?";

/** The number of the newest entry. */
export const SELECT_LAST_ENTRY = "select coalesce(max(entry), 0) as entry from entries";

/** Adds an entry. */
export const INSERT_ENTRY = `
  insert into entries (entry, source, kind, at_ms, tool, tool_kind, text)
  values (?, ?, ?, ?, ?, ?, ?)`;

/** Adds the terms of an entry to the full-text index. */
export const INSERT_TERMS = "insert into words (rowid, terms) values (?, ?)";

/** Adds a file that a session touched. */
export const INSERT_FILE = "insert or ignore into touched_files (source, path) values (?, ?)";

/** Narrows what is found; absent conditions admit everything. */
export interface EntryFilter {
  /** Sources to look in, as numbers in a JSON list. */
  readonly sources?: string | undefined;
  readonly since_ms?: number | undefined;
  readonly until_ms?: number | undefined;
  /** Whether only messages and summaries are meant, and no calls of tools or their results. */
  readonly isSpoken?: true;
  /** Name of a tool, or its kind. */
  readonly tool?: string | undefined;
}

/** What entries must match, and the words by which they are ranked; null where the newest come first. */
export interface EntryMatch {
  readonly match: string;
  readonly rankedBy: string | null;
}

/** Entries with the words of a query: the best first, or the newest first. Their texts are read later. */
export function findEntries({ match, rankedBy }: EntryMatch, filter: EntryFilter, limit: number) {
  const { conditions, params } = conditionsOf(filter);
  const isRankedByAll = rankedBy === null || rankedBy === match;
  const matches = isRankedByAll ? ["words match ?"] : ["words match ?", IS_ONE_OF];
  // The engine would rank by itself before any condition; so only those that meet them are ranked.
  const best = isRankedByAll ? "words.rank" : "bm25(words)";
  const [rank, by] =
    rankedBy === null ? ["-1", "words.rowid desc"] : [best, isRankedByAll ? best : "rank"];
  const sql = `
    select e.entry, e.source, e.kind, ${rank} as rank
    from words join entries e on e.entry = words.rowid
    where ${[...matches, ...conditions].join(" and ")} order by ${by} limit ?`;
  const texts = isRankedByAll ? [match] : [rankedBy, match];
  return { sql, params: [...texts, ...params, limit] };
}

// The sign keeps the engine from looking each of them up with a search of its own.
const IS_ONE_OF = "+words.rowid in (select rowid from words where words match ?)";

function conditionsOf(filter: EntryFilter) {
  const conditions: string[] = [];
  const params: (string | number)[] = [];
  const add = (condition: string, ...values: readonly (string | number)[]) => {
    conditions.push(condition);
    params.push(...values);
  };
  if (filter.sources !== undefined) {
    add("e.source in (select value from json_each(?))", filter.sources);
  }
  const at = "coalesce(e.at_ms, (select modified_ms from sources s where s.source = e.source))";
  if (filter.isSpoken) add("e.kind in ('user', 'assistant', 'summary')");
  if (filter.since_ms !== undefined) add(`${at} >= ?`, filter.since_ms);
  if (filter.until_ms !== undefined) add(`${at} < ?`, filter.until_ms);
  if (filter.tool !== undefined) {
    add("(e.tool = ? collate nocase or e.tool_kind = ?)", filter.tool, filter.tool);
  }
  return { conditions, params };
}

/** How many entries have a word, counted no further than a limit. */
export const COUNT_ENTRIES = `
  select count(*) as count from (select 1 from words where words match ? limit ?)`;

/** One entry with its text. */
export const SELECT_ENTRY = "select at_ms, tool, text from entries where entry = ?";

/** Whether an entry contains all words of a JSON list as they are. */
export const CONTAINS_ALL = `
  select not exists (select 1 from json_each(?2) where instr(lower(text), value) = 0) as is_literal
  from entries where entry = ?1`;

/** One source, for showing it. */
export const SELECT_SOURCE = `
  select kind, agent, path, id, cwd, modified_ms, title from sources where source = ?`;

/** The sources that touched a file whose path contains a text. */
export const SELECT_TOUCHING = `
  select distinct source from touched_files where path like ? escape '\\'`;

/** The stamp for which a workspace was indexed. */
export const SELECT_WORKSPACE = "select stamp from workspaces where location = ?";

/** Writes for which stamp a workspace was indexed. */
export const WRITE_WORKSPACE = `
  insert into workspaces (location, stamp) values (?, ?)
  on conflict (location) do update set stamp = excluded.stamp`;

/** The sources of a workspace. */
export const SELECT_WORKSPACE_SOURCES = `
  select source, kind, id, stamp from sources where path = ? and kind <> 'session'`;

/** Adds a source of a workspace. */
export const INSERT_WORKSPACE_SOURCE = `
  insert into sources (kind, agent, path, id, stamp, cwd, bytes, modified_ms, archived, title, cut)
  values (?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?) returning source`;

/** Imported sessions that are still in their agent's store, where they are searched already. */
export const SELECT_IMPORTED_TWICE = `
  select t.source as imported, s.source as session from sources t
  join sources s on s.kind = 'session' and t.id = s.agent || '/' || s.id
  where t.kind = 'thread'`;

/** What conditions on sources look at. */
export const SELECT_ALL_PLACES = "select source, kind, agent, cwd from sources";

/** The sources of which a part is not indexed. */
export const SELECT_CUT = "select source, cut from sources where cut > 0";
