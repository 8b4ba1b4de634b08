import path from "node:path";
import { applyFiles, planFiles } from "./own-files.ts";
import { MARK, type ScheduledJob, type Scheduler } from "./scheduler.ts";
import { runSystem, trySystem } from "./system-command.ts";

const LABEL = "holdall.keep";

const SECONDS = { "1h": 3600, "1d": 86_400 } as const;

/** An agent of launchd, which macOS starts for its user. */
export default {
  displayName: "a launchd agent",
  behaviour: "It runs while you are logged in, and makes up for a run that was missed in sleep.",
  async obstacle() {
    return process.platform === "darwin" ? null : "launchd is only on macOS";
  },
  async plan({ home }, job) {
    const file = path.join(home, "Library", "LaunchAgents", `${LABEL}.plist`);
    return planFiles({ [file]: job && propertyList(job) });
  },
  async apply(environment, changes) {
    const domain = `gui/${process.getuid?.()}`;
    // What it started by the file before must end before it takes another one.
    await trySystem(launchctl("bootout", `${domain}/${LABEL}`), environment);
    const load = async (file: string) =>
      runSystem(launchctl("bootstrap", domain, file), environment);
    try {
      await applyFiles(changes, async () => {
        for (const { file, after } of changes) if (after !== null) await load(file);
      });
    } catch (error) {
      for (const { file, before } of changes)
        if (before !== null) await load(file).catch(() => undefined);
      throw error;
    }
  },
} satisfies Scheduler;

function launchctl(...args: readonly string[]) {
  return { program: "launchctl", args };
}

function propertyList({ command, every }: ScheduledJob): string {
  const list = command.map((argument) => `    <string>${escapeXml(argument)}</string>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${MARK} -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${list}
  </array>
  <key>StartInterval</key>
  <integer>${SECONDS[every]}</integer>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Background</string>
  <key>LowPriorityIO</key>
  <true/>
</dict>
</plist>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
