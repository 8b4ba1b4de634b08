/** A group of commands: shown together by help, and on one page of the reference. */
export interface Group {
  readonly title: string;
  /** The purpose of its commands, for a list of groups. */
  readonly summary: string;
  /** The first words of its commands. */
  readonly names: readonly string[];
}

/**
 * Every group by the name that `holdall help` accepts. A test proves that each command is in one of
 * them.
 */
export const groups = {
  handoff: {
    title: "Sessions and handoff",
    summary: "List, search, show, import and hand over sessions of coding agents",
    names: [
      "sessions",
      "agents",
      "star",
      "projects",
      "activity",
      "estimate",
      "search",
      "show",
      "view",
      "handoff",
      "import",
      "brief",
      "redact",
    ],
  },
  keep: {
    title: "Kept sessions",
    summary: "Copy every session into a backup, check it, give sessions back",
    names: ["keep"],
  },
  state: {
    title: "State",
    summary: "Commit, show, edit and replay the entries in force",
    names: ["state", "qualify"],
  },
  session: {
    title: "Sessions of the state",
    summary: "Choose a state, record a checkpoint, resume from it",
    names: ["session"],
  },
  memory: {
    title: "Memory",
    summary: "Keep texts as units, find them again, learn skills",
    names: ["memory", "skill"],
  },
  thread: {
    title: "Threads",
    summary: "Keep conversations and compile requests for a model",
    names: ["thread"],
  },
  context: {
    title: "Responsibilities",
    summary: "Context files of standing responsibilities; requests between them",
    names: ["context", "request", "responsibility"],
  },
  kit: {
    title: "Kits",
    summary: "Move the state as a bundle; tidy it (dream), read its trail (okf)",
    names: ["kit", "okf", "dream"],
  },
  bundle: {
    title: "Bundles",
    summary: "Inspect, verify, convert, sign and seal bundles; push and pull them",
    names: [
      "inspect",
      "verify",
      "diff",
      "convert",
      "render",
      "pack",
      "unpack",
      "sign",
      "seal",
      "open",
      "keys",
      "push",
      "pull",
      "formats",
      "schema",
      "conformance",
    ],
  },
  task: {
    title: "Tasks",
    summary: "Pack coding tasks, check them, run them again, compare and report",
    names: ["task"],
  },
  ledger: {
    title: "Workspace and ledger",
    summary: "Create a workspace (holdall init), share, check and copy it",
    names: ["init", "status", "overview", "ledger", "artifact", "team"],
  },
  host: {
    title: "Agents that host Holdall",
    summary: "Set agents up and check them, serve the app, MCP server and hooks",
    names: ["setup", "doctor", "serve", "mcp", "hooks", "hook", "tools"],
  },
  program: {
    title: "The program itself",
    summary: "Take the tour (holdall tour), change settings, complete in a shell",
    names: ["tour", "config", "completion"],
  },
} as const satisfies Readonly<Record<string, Group>>;

/** The name of a group. */
export type GroupName = keyof typeof groups;
