import * as z from "zod";
import { namesOf } from "../../base/registry.ts";

/** What we must know of a program that starts us: as a server for its model, or as a hook. */
interface HostFacts {
  readonly title: string;
  /** The variable that says where its user's settings are, if there is one. */
  readonly settingsVariable: string | null;
  /** The file in its settings that hooks stand in. */
  readonly hookFile: string;
  /** The moments at which it runs our hooks, in its own words. */
  readonly moments: readonly Moment[];
  /** Whether a session that is resumed sends again what a hook said in it. */
  readonly remembersHooks: boolean;
  /** Whether its user must have reviewed a hook before it runs. */
  readonly reviewsHooks: boolean;
}

/** What hosts call the moments, and what we call them. */
export const moments = { SessionStart: "session-start", PreCompact: "pre-compact" } as const;

/** A moment in a host's words. */
export type Moment = keyof typeof moments;

/** Every program that may start us. A new one is a line here and a case wherever the compiler complains. */
export const hosts = {
  claude: {
    title: "Claude Code",
    settingsVariable: "CLAUDE_CONFIG_DIR",
    hookFile: "settings.json",
    moments: ["SessionStart", "PreCompact"],
    remembersHooks: true,
    reviewsHooks: false,
  },
  codex: {
    title: "Codex",
    settingsVariable: "CODEX_HOME",
    hookFile: "hooks.json",
    moments: ["SessionStart", "PreCompact"],
    remembersHooks: true,
    reviewsHooks: true,
  },
  gemini: {
    title: "Gemini CLI",
    settingsVariable: null,
    hookFile: "settings.json",
    // It says that it compresses before every request, whether it does or not: a checkpoint each time
    // would say nothing.
    moments: ["SessionStart"],
    remembersHooks: false,
    reviewsHooks: false,
  },
} as const satisfies Readonly<Record<string, HostFacts>>;

/** A program that starts us, by its name. */
export type Host = keyof typeof hosts;

/** The names of all hosts. */
export const hostNames = namesOf(hosts);

/** A host in an operation's output. */
export const hostSchema = () => z.enum(hostNames);

/** What is known of a host by the word it was named with; null for one that we have not met. */
export function hostFacts(word: string): HostFacts | null {
  const name = hostNames.find((each) => each === word);
  return name === undefined ? null : hosts[name];
}
