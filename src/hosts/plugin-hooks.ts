/**
 * Hooks of a host that loads code: a file of ours that calls the hook command. Like the command, the
 * code never fails and always ends in time, whatever the program answers.
 */

import { HOOK_TIMEOUT_S, type HookPlugin } from "../agents/host.ts";
import type { HostId } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import type { HookFile } from "./hook-registration.ts";

/** How a file of ours begins; the host's id follows. */
const MARK = "// Written by `holdall hooks install";
const COMMAND_LINE = /^const COMMAND = (\[.*\]);$/m;

/** The plugin of a host, in a file that is all ours. */
export function pluginHooks(host: HostId, plugin: HookPlugin, file: string): HookFile {
  const requireOurs = (text: string | null) => {
    if (text === null || text.startsWith(MARK)) return;
    throw new HoldallError("E_EXISTS", `Cannot change "${file}": it was not written by holdall`, {
      cure: "rename it, or add the hooks by hand",
    });
  };
  return {
    file,
    leftover: "",
    find: (text) =>
      text.startsWith(MARK)
        ? plugin.events.map((event) => ({ event, command: commandIn(text), at: [event, 0, 0] }))
        : [],
    add: (program) => (before) => {
      requireOurs(before);
      return pluginText(host, plugin, program);
    },
    remove: (before) => (before?.startsWith(MARK) ? "" : before),
  };
}

/** The command that a plugin calls, as it is shown to a person; a file of a project may say anything there. */
function commandIn(text: string): string {
  const [, list = ""] = COMMAND_LINE.exec(text) ?? [];
  try {
    const args: unknown = JSON.parse(list);
    return Array.isArray(args) ? args.join(" ") : list;
  } catch {
    return list;
  }
}

function pluginText(host: HostId, { code }: HookPlugin, program: readonly string[]): string {
  return `${MARK} --${host}\`, which updates it; \`holdall hooks uninstall --${host}\` removes it.
import { execFile } from "node:child_process";

const COMMAND = ${JSON.stringify([...program, "hook"])};

${code}
/** What the program has for the model at an event: a text, empty when there is none. */
function hook(event, call) {
  return new Promise((resolve) => {
    const [program, ...words] = [...COMMAND, event, "--host", "${host}"];
    const options = { cwd: call.cwd, timeout: ${HOOK_TIMEOUT_S}_000, maxBuffer: 2 ** 24 };
    const child = execFile(program, words, options, (_error, output) => resolve(textIn(output)));
    child.on("error", () => resolve(""));
    child.stdin?.on("error", () => {});
    child.stdin?.end(JSON.stringify(call));
  });
}

function textIn(output) {
  try {
    return JSON.parse(output).hookSpecificOutput.additionalContext ?? "";
  } catch {
    return "";
  }
}
`;
}
