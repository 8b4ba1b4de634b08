/** A group of commands: shown together by help, and on one page of the reference. */
export interface Group {
  readonly title: string;
  /** The purpose of its commands, for a list of groups. */
  readonly summary: string;
  /** The first words of its commands. */
  readonly words: readonly string[];
}

/**
 * Every group by the name that `holdall help` accepts. A test proves that each command is in one of
 * them.
 */
export const groups = {
  handoff: {
    title: "Sessions and handoff",
    summary: "List, search, show, import and hand over sessions of coding agents",
    words: ["sessions", "search", "show", "view", "handoff", "import", "redact"],
  },
  state: {
    title: "State",
    summary: "Commit, show, edit and replay the entries in force",
    words: ["state", "qualify"],
  },
  session: {
    title: "Sessions of the state",
    summary: "Choose a state, record a checkpoint, resume from it",
    words: ["session"],
  },
  memory: {
    title: "Memory",
    summary: "Keep texts as units, find them again, learn skills",
    words: ["memory", "skill"],
  },
  thread: {
    title: "Threads",
    summary: "Keep conversations and compile requests for a model",
    words: ["thread"],
  },
  context: {
    title: "Responsibilities",
    summary: "Context files of standing responsibilities; requests between them",
    words: ["context", "request", "responsibility"],
  },
  kit: {
    title: "Kits",
    summary: "Export, import and tidy the state as a bundle (okf, dream)",
    words: ["kit", "okf", "dream"],
  },
  bundle: {
    title: "Bundles",
    summary: "Inspect, verify, compare, convert, pack, sign and seal bundles",
    words:
      "inspect verify diff convert render pack unpack sign seal open formats schema conformance".split(
        " ",
      ),
  },
  task: {
    title: "Tasks",
    summary: "Pack coding tasks, check them, run them again, compare and report",
    words: ["task"],
  },
  ledger: {
    title: "Workspace and ledger",
    summary: "Create a workspace, check it, export it and copy it",
    words: ["init", "status", "overview", "ledger", "artifact"],
  },
  host: {
    title: "Agents that host Holdall",
    summary: "Check the setup, serve the app, register the MCP server and hooks",
    words: ["doctor", "serve", "mcp", "hooks", "hook", "tools"],
  },
  program: {
    title: "The program itself",
    summary: "Take the tour (holdall tour), change settings, complete in a shell",
    words: ["tour", "config", "completion"],
  },
} as const satisfies Readonly<Record<string, Group>>;

/** The name of a group. */
export type GroupName = keyof typeof groups;
