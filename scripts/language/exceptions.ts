/** A name or a text in which an avoided word is the right one, and why. */
export interface Exception {
  /** A declared name, the name of a file, a part of a message or comment; with `within`, also a word of names. */
  readonly allowed: string;
  /** The paths (folders or files) in which it is allowed; everywhere without them. */
  readonly within?: readonly string[];
  readonly reason: string;
}

/** Folders whose messages are not looked at. */
export const folderExceptions: readonly Exception[] = [
  { allowed: "src/state/gate/claims/", reason: "its texts are tables of natural languages" },
];

/** What works on the words of a text may call them so. */
const ABOUT_WORDS: readonly string[] = [
  "scripts/bench/recall/plain-bm25.ts",
  "scripts/bench/search/",
  "scripts/check-language.ts",
  "scripts/language/",
  "src/base/text/stem.ts",
  "src/base/text/stop-words.ts",
  "src/base/text/terms.ts",
  "src/curator/brief/",
  "src/memory/layers/classify-note.ts",
  "src/memory/rank/",
  "src/model/slot-routing.ts",
  "src/redact/",
  "src/sessions/index/",
  "src/state/commit/relevance.ts",
  "src/state/dream/",
  "src/state/gate/",
  "src/transcripts/digest/",
  "src/web/components/diff.tsx",
];

/** Names that keep a word of the glossary's list. */
export const nameExceptions: readonly Exception[] = [
  { allowed: "word", within: ABOUT_WORDS, reason: "a word of a text" },
  { allowed: "words", within: ABOUT_WORDS, reason: "words of a text" },
  {
    allowed: "info",
    within: ["src/formats/", "src/model/", "src/tasks/", "src/testing/"],
    reason: "artifactInfo, a key of the task bundle",
  },
  { allowed: "server-info", reason: "the protocol's own name for it (serverInfo)" },
  { allowed: "serverInfo", reason: "the protocol's own name for it" },
  { allowed: "clientInfo", reason: "the protocol's own name for it" },
  { allowed: "home", reason: "the user's home folder, as $HOME names it" },
  { allowed: "homeFolder", reason: "the user's home folder" },
  { allowed: "accountHomeFolder", reason: "the user's home folder" },
  { allowed: "createHomeFolder", reason: "a home folder for a test" },
  { allowed: "HOME", reason: "a variable of the environment" },
  { allowed: "XDG_CONFIG_HOME", reason: "a variable of the environment" },
  {
    allowed: "holds",
    within: ["src/formats/format.ts"],
    reason: "a key of the library's contract",
  },
  { allowed: "makeScratch", reason: "nearly every test calls it" },
  {
    allowed: "word",
    within: ["test/checklists/working-context/live-state.test.ts"],
    reason: "a result key",
  },
  {
    allowed: "info",
    within: [
      "src/agents/opencode/",
      "src/agents/document-names.test.ts",
      "test/agents/readings/sessions/opencode.ts",
      "test/support/session-texts.ts",
    ],
    reason: "a key of OpenCode's records",
  },
  {
    allowed: "said",
    within: ["src/operations/bundle/conformance.ts", "src/bundles/disk/run-conformance.ts"],
    reason: "a result key",
  },
  { allowed: "whole", within: ["src/state/tables.ts"], reason: "a column of the database" },
];

/** Parts of messages that keep a word of the glossary's list. */
export const messageExceptions: readonly Exception[] = [
  { allowed: "say nothing about the gap", reason: "a message in the tour's own sample thread" },
  { allowed: "learned anew", reason: "a reason that events have recorded" },
  { allowed: "says something else than the import", reason: "a reason that events have recorded" },
];
