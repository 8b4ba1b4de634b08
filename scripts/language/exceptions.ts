/** A name or a text in which an avoided word is the right one, and why. */
export interface Exception {
  /** A file name, an exported name, or a part of a message. */
  readonly allowed: string;
  readonly reason: string;
}

/** Folders that are not looked at. */
export const folderExceptions: readonly Exception[] = [
  {
    allowed: "src/state/gate/claims/",
    reason: "its subject is words: tables of natural languages",
  },
];

/** Names of files and exports that keep a word of the glossary's list. */
export const nameExceptions: readonly Exception[] = [
  { allowed: "stop-words", reason: "a term of text search" },
  { allowed: "isStopWord", reason: "a term of text search" },
  { allowed: "check-artifact-info", reason: "named after the format's own key (artifactInfo)" },
  { allowed: "checkArtifactInfo", reason: "named after the format's own key" },
  { allowed: "ArtifactInfo", reason: "named after the format's own key" },
  { allowed: "artifactInfoRecord", reason: "named after the format's own key" },
  { allowed: "server-info", reason: "the protocol's own name for it (serverInfo)" },
  { allowed: "serverInfo", reason: "the protocol's own name for it" },
];

/** Parts of messages that keep a word of the glossary's list. */
export const messageExceptions: readonly Exception[] = [
  { allowed: "say nothing about the gap", reason: "a message in the tour's own sample thread" },
  { allowed: "learned anew", reason: "a reason that events have recorded" },
  { allowed: "says something else than the import", reason: "a reason that events have recorded" },
];
