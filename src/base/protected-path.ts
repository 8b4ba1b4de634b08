import { trimEndOf } from "./text/trim-end.ts";

/** Why a path must not be written from a bundle. */
export interface ProtectedPath {
  /** What the path belongs to, as the end of "it is …". */
  readonly what: string;
  readonly isWorkspace: boolean;
  /** Whether it is only settings of an editor or an agent, as many projects have them. */
  readonly isSettings: boolean;
}

const VERSION_CONTROL = "part of a version-control repository";
const AGENT = "configuration of a coding agent";
const EDITOR = "configuration of an editor";
const ENVIRONMENT = "a file of environment variables";
const WORKSPACE = "part of a Holdall workspace";
const TEMPORARY = "a temporary name of Holdall";

/**
 * Names that other programs look for and act upon: `git status` runs what `.git/config` names, agents
 * and editors start servers, hooks and tasks from their own folders. A bundle comes from somebody else,
 * so none of them may come out of one, wherever in it they are.
 *
 * Not listed are instructions such as `AGENTS.md` and build files: they belong to nearly every captured
 * workspace, and nothing runs them by itself.
 */
const names: ReadonlyMap<string, string> = new Map([
  ...entries(
    VERSION_CONTROL,
    ".git .gitmodules .hg .hgsub .hgsubstate .svn .jj .bzr .pijul _darcs .fslckout",
  ),
  ...entries(
    AGENT,
    ".claude .claude.json .mcp.json .codex .gemini .opencode opencode.json opencode.jsonc .pi .agents",
  ),
  ...entries(
    AGENT,
    ".cursor .cursorrules .windsurf .windsurfrules .cline .clinerules .roo .roomodes .kilocode .kilo kilo.json kilo.jsonc .continue",
  ),
  ...entries(
    AGENT,
    ".aider.conf.yml .amazonq .amp .augment .copilot .crush .crush.json crush.json .factory .goose .grok .junie .kimi-code .kiro .qwen .trae .warp",
  ),
  ...entries(EDITOR, ".vscode .vs .idea .zed .fleet .nova .devcontainer .devcontainer.json"),
  ...entries(WORKSPACE, ".holdall"),
]);

function entries(what: string, list: string): (readonly [string, string])[] {
  return list.split(" ").map((name) => [name, what]);
}

/** Windows calls `.gitmodules` also `GITMOD~1`, or `GI7EB9~1` where four names begin alike. */
const shortNames: ReadonlyMap<string, string> = new Map(
  [...names].map(([name, what]) => [shortStem(name), what]),
);
const hashedNames: ReadonlyMap<string, string> = new Map(
  [...names].map(([name, what]) => [shortStem(name).slice(0, 2), what]),
);

function shortStem(name: string): string {
  const [stem = ""] = name.replace(/^\.+/, "").split(".", 1);
  return stem.slice(0, 6);
}

/**
 * What a killed process moved aside lies beside its target under such a name and is moved back by the next run.
 * From a bundle, it would become whatever its label says: `..git.holdall-….old` a `.git`.
 */
const ASIDE = /holdall-[0-9a-f]{8}-[1-9]\d{0,9}-[0-9a-f]{12}(?:\.old)?$/;

/** Characters that no protected name and no other form of one can be spelled without. */
const CANDIDATE = /[._~]|[^\x20-\x7e]|opencode|crush|holdall-/i;

/** What a path from inside a bundle would be to another program; null when it is an ordinary path. */
export function protectedPath(path: string): ProtectedPath | null {
  // Nearly every path is settled here; there may be a million.
  if (!CANDIDATE.test(path)) return null;
  let settings: string | null = null;
  for (const segment of path.split("/")) {
    const what = protectedName(segment);
    if (what === undefined) continue;
    if (what !== AGENT && what !== EDITOR) return describe(what);
    settings ??= what;
  }
  if (settings === null && isHookFolder(path)) settings = AGENT;
  return settings === null ? null : describe(settings);
}

/** A folder of settings whose two names are ordinary apart: Copilot and VS Code run the hooks in it. */
const HOOK_FOLDER = /(?:^|\/)(?:\.github|github~\d{1,6}|gi[0-9a-f]{4}~\d{1,6})\/hooks(?:\/|$)/;

function isHookFolder(path: string): boolean {
  return HOOK_FOLDER.test(path.split("/").map(fileSystemName).join("/"));
}

/**
 * What of a path belongs to settings that a program obeys when it is started beside them; null for an ordinary path.
 * Besides those of agents and editors, these are variables (`.env`, `.env.local`, `.envrc`): agents and their
 * runtimes read them, and one that names a server has the user's key sent there. They may come out of a bundle, as
 * part of captured work, but no agent is started beside them unless the user asked for it.
 */
export function settingsPath(path: string): string | null {
  const found = protectedPath(path);
  if (found?.isSettings) return found.what;
  return path.split("/").some((segment) => fileSystemName(segment).startsWith(".env"))
    ? ENVIRONMENT
    : null;
}

/** Names, without their ending, of texts that coding agents follow wherever they find them. */
export const INSTRUCTION_NAMES: readonly string[] = [
  "agents",
  "agents.override",
  "agent",
  "claude",
  "claude.local",
  "gemini",
  "qwen",
  "warp",
  "skill",
  "copilot-instructions",
];

/** Whether a path is a text that coding agents follow, such as `CLAUDE.md`. */
export function isAgentInstructions(path: string): boolean {
  const name = fileSystemName(path.slice(path.lastIndexOf("/") + 1));
  return name.endsWith(".md") && INSTRUCTION_NAMES.includes(name.slice(0, -".md".length));
}

function describe(what: string): ProtectedPath {
  return { what, isWorkspace: what === WORKSPACE, isSettings: what === AGENT || what === EDITOR };
}

function protectedName(segment: string): string | undefined {
  const name = fileSystemName(segment);
  const short = /^([^~.]{2,6})~\d{1,6}(?:\.[^.]{0,3})?$/.exec(name)?.[1];
  if (short === undefined) return names.get(name) ?? (ASIDE.test(name) ? TEMPORARY : undefined);
  const hashed = /^(..)[0-9a-f]{4}$/.exec(short)?.[1] ?? "";
  return shortNames.get(short) ?? hashedNames.get(hashed);
}

/**
 * The name that file systems may take a name for. They fold case and Unicode form; HFS+ skips characters
 * that are not shown; Windows drops dots and spaces at the end, and what follows a colon is a stream of
 * the file before it.
 */
function fileSystemName(segment: string): string {
  const [name = ""] = segment
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}|\p{Cc}/gu, "")
    .split(":", 1);
  // Both directions: some letters have a partner in one of them only, such as the dotless i.
  return trimEndOf(name.toUpperCase().toLowerCase(), ". ");
}

/** Checks the paths of one bundle, which together may be more than each of them alone. */
export interface ProtectedPathGuard {
  check(path: string, kind: "file" | "folder"): ProtectedPath | null;
}

const GIT_PART = /(?:^|\/)(?:head|objects|refs)(?:\/|$)/i;
const GIT_PARTS = ["head", "objects", "refs"] as const;

/**
 * Refuses protected paths, and the last path that makes a folder a bare repository: git takes any folder
 * with `HEAD`, `objects/` and `refs/` for one, whatever its name, and obeys the `config` in it.
 *
 * `seen` remembers which parts a folder has; a caller with untrusted paths gives one of bounded memory.
 */
export function createProtectedPathGuard(
  seen: { has(text: string): boolean; add(text: string): unknown } = new Set<string>(),
): ProtectedPathGuard {
  const completesRepository = (path: string, kind: "file" | "folder"): boolean => {
    const segments = path.split("/");
    return segments.some((segment, index) => {
      const isLast = index === segments.length - 1;
      const part = GIT_PARTS.find((each) => each === segment.toLowerCase());
      const isFile = isLast && kind === "file";
      if (part === undefined || isFile !== (part === "head")) return false;
      const folder = segments.slice(0, index).join("/");
      seen.add(`git ${part} ${folder}`);
      return GIT_PARTS.every((each) => seen.has(`git ${each} ${folder}`));
    });
  };
  return {
    check(path, kind) {
      const found = protectedPath(path);
      if (found !== null || !GIT_PART.test(path)) return found;
      return completesRepository(path, kind) ? describe(VERSION_CONTROL) : null;
    },
  };
}
