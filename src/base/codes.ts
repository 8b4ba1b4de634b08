/**
 * Every code Holdall can say, with its meaning. Codes are public: add one, never rename one.
 * `E_` codes make a check fail or a command throw; `W_` codes never do.
 */
export const codes = {
  E_AMBIGUOUS: "More than one format fits, or a manifest claims two identities",
  E_ARCHIVE: "The archive is damaged, truncated or not an archive",
  E_ARCHIVE_PATH: "An archive member has a name that could leave the target folder or collide",
  E_ARCHIVE_TYPE: "An archive member is a link, a device or another type that bundles never hold",
  E_BLOB: "A text or artifact is missing, or its bytes do not match its name",
  E_BUDGET_MISMATCH: "snapshot.json and schema.json declare different budgets",
  E_CALL: "A tool result answers no earlier call",
  E_CHAIN: "An event of the ledger was altered, or stands where it does not belong",
  E_CONFLICT: "The thing was changed by someone else in the meantime",
  E_CONVERT: "There is no meaningful mapping between the two formats",
  E_COUNT: "A declared count differs from what is there",
  E_DIGEST: "A recorded SHA-256 or size does not match the file",
  E_DUP_ID: "Two entries share one identity",
  E_DUP_KEY: "A JSON or YAML object has the same key twice",
  E_ENUM: "A value is not one of the allowed words",
  E_EXISTS: "The target exists and would be overwritten",
  E_FORMAT: "Not a bundle of a known format, or of another format than asked for",
  E_FRONTMATTER: "A Markdown file's front matter is missing or cannot be read",
  E_HANDOFF: "What was written for the receiver is not what was to be handed over",
  E_IO: "The operating system refused to read or write",
  E_INCOMPATIBLE: "A state lacks slots or budget that another one needs",
  E_INTERNAL: "A fault in Holdall itself",
  E_INTERRUPTED: "Stopped by the user",
  E_JSON: "A file is not valid JSON",
  E_JSONL_LINE: "A line of a JSONL file is not a valid record",
  E_KEY: "A key cannot be read, is locked or does not fit",
  E_LIMIT: "A size, count or depth limit is exceeded",
  E_LINEAGE: "A thread's line of ancestors is broken, too long or goes in a circle",
  E_LINK: "A link, device or pipe stands where a bundle needs a regular file",
  E_LOCKED: "Someone else holds what is needed, and did not let go in time",
  E_LOSS: "The conversion would lose more than --max-loss allows",
  E_MISSING_FILE: "A required file is absent",
  E_NOT_FOUND: "The named file or folder does not exist",
  E_NO_SUMMARY: "A strategy needs more usable summaries than the thread has",
  E_ORDER:
    "An event of a thread stands where it cannot have happened, or refers to what is not there",
  E_OVER_BUDGET: "A state, or the message to be answered, does not fit into its budget",
  E_PATH: "A path inside a bundle leaves it or cannot be carried by every system",
  E_POINTER: "An entry has neither content nor a reference to it",
  E_PROTECTED: "Refused, because something that was not named would be changed",
  E_RANGE: "A number is outside its range",
  E_RECOMPUTE: "A recorded compile cannot be made again with the same bytes",
  E_REQUEST: "The context cannot be said as a request to this provider",
  E_SATURATION: "The declared saturation is not token_count / budget_tokens",
  E_SCHEMA: "An object referred to has another schema than the reference says",
  E_SHAPE: "A value has the wrong type or a required key is missing",
  E_SIGNATURE: "The signature is invalid or not by an allowed signer",
  E_SLOT: "An entry uses a slot that is not declared",
  E_STATE: "A status and its recorded history disagree",
  E_STORE: "The database of a workspace is damaged",
  E_SUMS: "SHA256SUMS does not match the files",
  E_TIME: "A time stamp is not RFC 3339 with an offset",
  E_TOKENS: "token_count is not the sum of the entries' tokens",
  E_UNKNOWN_KEY: "A key the format does not know",
  E_UNLISTED: "A file is not listed in SHA256SUMS",
  E_USAGE: "The command was called wrongly",
  E_UTF8: "Text is not well-formed UTF-8, or carries a byte-order mark where none may be",
  E_VERSION: "The format version is not supported",
  E_YAML: "A file is not the plain YAML a bundle may hold",
  W_BOM: "A byte-order mark was skipped",
  W_CALL: "A tool call has no result",
  W_CARRIED: "history/carried.json cannot be used",
  W_CYCLE: "Records name each other as parents in a circle",
  W_DANGLING: "A record names another one that is not there",
  W_DUP_ID: "Two records share one id",
  W_EXTRA_FILE: "A file that the bundle's index does not list",
  W_JSONL_LINE: "A damaged or unknown line was kept as it is and not understood",
  W_MIRROR_STALE: "snapshot.md differs from a fresh rendering",
  W_MISSING_FILE: "A file that the format recommends is absent",
  W_MORE: "Further findings were counted but not listed",
  W_NEWER_MINOR: "A newer minor version of the format; parts may not be understood",
  W_NO_CONTENT: "A referenced text is not in the bundle",
  W_NOT_REPLAYABLE: "The task cannot be replayed from this bundle",
  W_ORDER: "An imported event stands where it cannot have happened, or refers to what is not there",
  W_OVER_BUDGET: "The entries cost more tokens than the budget",
  W_POINTER: "An entry has neither content nor a reference to it",
  W_POLICY: "A policy asks for enforcement and names no action",
  W_RANGE: "A number is outside its usual range",
  W_RECOMPUTE: "A compile of another program cannot be made again with the same bytes",
  W_SECTION: "A section that the file should have is absent",
  W_STRAY_FILE: "A file that belongs to another format",
  W_SUPERSEDES: "A supersede line does not say which entry it replaces",
  W_TOKENS_RECOUNT: "Declared tokens differ from a recount",
  W_TORN_LINE: "The last line was cut off while being written and was skipped",
  W_TRAIL_DISAGREES: "The trail and the snapshot tell different stories",
  W_UNKNOWN_ENUM: "An unknown word was kept and treated as its safe default",
  W_UNKNOWN_KEY: "A key the format does not know was kept",
  W_UNKNOWN_SIGNER: "The signature is valid, but nobody said whose key it is",
  W_UNKNOWN_RECORD: "A record of an unknown type was carried as it is",
  W_UNKNOWN_VERSION: "A version that was never tried; parts may not be understood",
  W_UNLISTED: "A file is not listed in SHA256SUMS",
  W_UNRESOLVABLE_UNITS: "Entries refer to a unit layer, but nothing says where it is",
} as const;

/** One of the public codes. */
export type Code = keyof typeof codes;
/** A code that makes a check fail. */
export type ErrorCode = Extract<Code, `E_${string}`>;
/** A code that informs without failing. */
export type WarningCode = Extract<Code, `W_${string}`>;

/**
 * Exit codes of thrown errors that are not the plain "the check says no" (1):
 * 2 wrong usage, 3 refused to protect something, 4 could not, 130 interrupted.
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
  E_CONFLICT: 4,
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
