/**
 * Every code of a finding or an error, with its meaning. Codes are public: add one, never rename one.
 * `E_` codes make a check fail or a command throw; `W_` codes never do.
 */
export const codes = {
  E_AMBIGUOUS: "More than one format matches, or a manifest claims two identities",
  E_ANSWER: "The answer of a model cannot be used",
  E_ARCHIVE: "The archive is damaged, truncated or not an archive",
  E_ARCHIVE_PATH:
    "An archive member has a name that could leave the target folder or collide with another one",
  E_ARCHIVE_TYPE:
    "An archive member is a link, a device or another type that bundles never contain",
  E_BLOB: "A text or artifact is missing, or its bytes do not match its name",
  E_BUDGET_MISMATCH: "snapshot.json and schema.json declare different budgets",
  E_BRIEF: "A task brief cannot be built from its packs, or breaks a rule of briefs",
  E_CALL: "A tool result does not belong to any earlier call",
  E_CHAIN: "An event of the ledger was altered, moved or removed",
  E_CONFIRM: "A dry run of the same request is required first",
  E_CONFLICT: "It was changed by someone else in the meantime",
  E_CONVERT: "There is no meaningful conversion between the two formats",
  E_COUNT: "A declared count differs from the actual one",
  E_DIGEST: "A recorded SHA-256 or size does not match the file",
  E_DUP_ID: "Two entries have the same identity",
  E_DUP_KEY: "A JSON or YAML object has the same key twice",
  E_EMPTY: "The request leaves nothing to return",
  E_ENUM: "A value is not one of the allowed values",
  E_EXISTS: "The target exists and would be overwritten",
  E_FORMAT: "Not a bundle of a known format, or not of the requested format",
  E_FRONTMATTER: "The front matter of a Markdown file is missing or cannot be parsed",
  E_HANDOFF: "The session that was written for the receiver does not match the source",
  E_HYGIENE: "The context of a responsibility is too large or grew too fast to be published",
  E_IDENTITY: "The golden identity is missing, incomplete or not signed by a person",
  E_IO: "The operating system refused to read or write",
  E_INCOMPATIBLE: "A state lacks slots or budget that another one needs",
  E_INTERNAL: "A bug in Holdall itself",
  E_INTERRUPTED: "Stopped by the user",
  E_JSON: "A file is not valid JSON",
  E_JSONL_LINE: "A line of a JSONL file is not a valid record",
  E_KEY: "A key cannot be read, is locked or does not match",
  E_LIMIT: "A limit on size, count or depth is exceeded",
  E_LINEAGE: "A thread's ancestors are missing, too many or form a cycle",
  E_LINK: "A link, device or pipe is in the place of a regular file",
  E_LOCKED: "Another process has locked it and did not release it in time",
  E_LOSS: "The conversion would lose more than --max-loss allows",
  E_MEMORY_MUTATED: "A line of memory/events.md that was recorded has been changed or removed",
  E_MISSING_FILE: "A required file is missing",
  E_MODEL: "A model is in use that the policy of the responsibility does not allow",
  E_NOT_FOUND: "The named file or folder does not exist",
  E_NOT_STEWARD: "Only the steward of the workspace may do this",
  E_NO_SUMMARY: "A strategy needs more usable summaries than the thread has",
  E_ORDER:
    "An event of a thread is in an impossible order, or refers to something that does not exist",
  E_OVER_BUDGET: "A state, or the message to be answered, does not fit its budget",
  E_PATH: "A path inside a bundle leaves it or is not portable",
  E_POINTER: "An entry has neither content nor a reference to it",
  E_PROTECTED:
    "Refused, because it would change something that was not named or write files that other programs act upon",
  E_RANGE: "A number is out of range",
  E_RECOMPUTE: "Repeating a recorded compile gives different bytes",
  E_REPLAY: "A task cannot be replayed from its bundle",
  E_REQUEST: "The context cannot be rendered as a request to this provider",
  E_SATURATION: "The declared saturation is not token_count / budget_tokens",
  E_SCHEMA: "A referenced object has another schema than the reference requires",
  E_SHAPE: "A value has the wrong type, or a required key is missing",
  E_SIGNATURE: "The signature is not valid, or not by an allowed signer",
  E_SLOT: "An entry uses a slot that is not declared",
  E_STALE: "The curated files are older than their inputs",
  E_STATE: "A status does not match its recorded history",
  E_STORE: "The database of a workspace is damaged",
  E_SUMS: "The files do not match SHA256SUMS",
  E_TIME: "A timestamp is not RFC 3339 with an offset",
  E_TOKENS: "token_count is not the sum of the entries' tokens",
  E_UNKNOWN_KEY: "The format does not define this key",
  E_UNLISTED: "A file is not listed in SHA256SUMS",
  E_USAGE: "The command was used incorrectly",
  E_UTF8: "A text is not valid UTF-8, or has a byte-order mark where none is allowed",
  E_VERSION: "The format version is not supported",
  E_YAML: "A file is not valid YAML, or uses a feature that bundles do not allow",
  W_ANCHOR: "An anchor in an old log cannot be parsed and was skipped",
  W_BOM: "A byte-order mark was skipped",
  W_CALL: "A tool call has no result",
  W_CARRIED: "history/carried.json, or a part of it, cannot be used",
  W_CYCLE: "Records name each other as parents in a cycle",
  W_DANGLING: "A record refers to another one that does not exist",
  W_DUP_ID: "Two records have the same id",
  W_EXTRA_FILE: "A file is not listed in the bundle's index",
  W_JSONL_LINE: "A damaged or unknown line was kept unchanged and not interpreted",
  W_MIRROR_STALE: "snapshot.md differs from a fresh rendering",
  W_MISSING_FILE: "A recommended file is missing",
  W_MORE: "Further findings were counted but not listed",
  W_NEWER_MINOR:
    "The minor version of the format is newer; parts of the bundle may not be interpreted",
  W_NO_CONTENT: "A referenced text is not in the bundle",
  W_NOT_REPLAYABLE: "The task cannot be replayed from this bundle",
  W_ORDER:
    "An imported event is in an impossible order, or refers to something that does not exist",
  W_OVER_BUDGET: "The entries have more tokens than the budget allows",
  W_POINTER: "An entry has neither content nor a reference to it",
  W_POLICY: "A policy requires enforcement but names no action",
  W_RANGE: "A number is outside its usual range",
  W_RECOMPUTE: "Repeating a compile of another program gives different bytes",
  W_SECRET: "A text appears to contain a secret",
  W_SECTION: "An expected section of the file is missing",
  W_STRAY_FILE: "A file belongs to another format",
  W_SUPERSEDES: "A supersede line does not name the entry that it replaces",
  W_TOKENS_RECOUNT: "The declared tokens differ from a recount",
  W_TORN_LINE: "The last line is incomplete and was skipped",
  W_TRAIL_DISAGREES: "The trail and the snapshot contradict each other",
  W_UNKNOWN_ENUM: "An unknown value was kept and treated as its safe default",
  W_UNKNOWN_KEY: "A key that the format does not define was kept",
  W_UNKNOWN_SIGNER:
    "The signature is valid, but no list of signers was given to compare its key with",
  W_UNKNOWN_RECORD: "A record of an unknown type was kept unchanged",
  W_UNKNOWN_VERSION: "An untested version; parts of it may not be interpreted",
  W_UNLISTED: "A file is not listed in SHA256SUMS",
  W_UNRESOLVABLE_UNITS: "Entries refer to a unit layer whose location is not given",
  W_VOLUME: "Curated context has more lines than its format allows",
} as const;

/** One of the public codes. */
export type Code = keyof typeof codes;
/** A code that makes a check fail. */
export type ErrorCode = Extract<Code, `E_${string}`>;
/** A code that informs without failing. */
export type WarningCode = Extract<Code, `W_${string}`>;

/**
 * Exit codes of thrown errors that differ from 1 ("the check failed"): 2 wrong usage, 3 refused to protect
 * something, 4 could not, 130 interrupted.
 */
const exits: Partial<Record<ErrorCode, number>> = {
  E_USAGE: 2,
  E_ARCHIVE_PATH: 3,
  E_ARCHIVE_TYPE: 3,
  E_EXISTS: 3,
  E_LIMIT: 3,
  E_LINK: 3,
  E_PATH: 3,
  E_PROTECTED: 3,
  E_BRIEF: 3,
  E_CONFIRM: 3,
  E_HYGIENE: 3,
  E_IDENTITY: 3,
  E_MEMORY_MUTATED: 3,
  E_MODEL: 3,
  E_NOT_STEWARD: 3,
  E_STALE: 4,
  E_ANSWER: 4,
  E_CONFLICT: 4,
  E_EMPTY: 4,
  E_INTERNAL: 4,
  E_IO: 4,
  E_KEY: 4,
  E_LOCKED: 4,
  E_NOT_FOUND: 4,
  E_STORE: 4,
  E_INTERRUPTED: 130,
};

/** The exit code a command ends with when it throws this code. */
export function exitOf(code: ErrorCode): number {
  return exits[code] ?? 1;
}
