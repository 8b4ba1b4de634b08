import { dirname, join } from "node:path";
import { parseJson } from "../../base/json/parse.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment } from "../agent.ts";
import type { AgentHost } from "../host.ts";

/** The folder of pi's settings and sessions. */
export function agentFolder({ home, env }: AgentEnvironment): string {
  const named = env.PI_CODING_AGENT_DIR;
  return named ? withoutTilde(named, home) : join(home, ".pi", "agent");
}

/** A path of pi's settings, in which `~` is the home folder. */
export function withoutTilde(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

/** Whether pi's notes trust a folder: the decision about it or the nearest folder above it counts. */
function isTrusted(notes: string, folder: string): boolean {
  const decisions = readDecisions(notes);
  for (let at = folder; ; at = dirname(at)) {
    const decision = decisions[at];
    if (typeof decision === "boolean") return decision;
    if (at === dirname(at)) return false;
  }
}

/** Notes that are absent or damaged contain no decision. */
function readDecisions(notes: string): JsonObject {
  try {
    const { value } = parseJson(notes);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** pi as a host: it has no servers; hooks are an extension that it loads by itself. */
export const piHost: AgentHost = {
  displayName: "pi",
  hooks: {
    kind: "plugin",
    file: (place) =>
      place.scope === "project"
        ? join(place.project, ".pi", "extensions", "holdall.js")
        : join(agentFolder(place), "extensions", "holdall.js"),
    events: ["session-start", "pre-compact"],
    review: {
      scopes: ["project"],
      instruction:
        "start `pi` in this folder and trust it, or type /trust (versions before 0.79 do not ask)",
      notesFile: (place) => join(agentFolder(place), "trust.json"),
      isApproved: (notes, hookFile) => isTrusted(notes, dirname(dirname(dirname(hookFile)))),
    },
    // What is added to the instructions is not kept in the session, so it is added to every prompt.
    code: `export default function holdall(pi) {
  let restored = "";
  const restore = async (source, context) => {
    restored = await hook("session-start", { ...callOf(context), source });
  };
  pi.on("session_start", ({ reason }, context) => restore(reason, context));
  pi.on("before_agent_start", ({ systemPrompt }) =>
    restored === "" ? undefined : { systemPrompt: \`\${systemPrompt}\\n\\n\${restored}\` },
  );
  pi.on("session_before_compact", async (_event, context) => {
    const transcript_path = context.sessionManager.getSessionFile();
    await hook("pre-compact", { ...callOf(context), transcript_path });
    await restore("compact", context);
  });
}

function callOf({ cwd, sessionManager }) {
  return { cwd, session_id: sessionManager.getSessionId() };
}
`,
  },
  remembersHooks: false,
};
