import fs from "node:fs";
import type { ScriptedCall } from "../../model/script.ts";
import { reply } from "../../scenarios/scenario.ts";
import { shell } from "../../scenarios/tools.ts";
import { startLive } from "../live.ts";
import { type AgentSessions, commonSessions, PICTURE } from "./common.ts";

const FLAGS = ["-p", "--model", "claude-sonnet-4-5", "--allowedTools", "Bash", "Read"];
const STREAM = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];

/** Sessions of Claude Code. */
export const claude: AgentSessions = {
  ...commonSessions("claude"),
  rewind: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    const { id, path } = lab.session();
    const kept = fs
      .readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
      .findLast(({ type }) => type === "assistant");
    await lab.ask("Count the plums.", [reply("Thirty plums.")]);
    const back = ["--resume", id, "--resume-session-at", String(kept?.uuid)];
    await lab.call([...FLAGS, ...back], [reply("Forty cherries.")], "Count the cherries instead.");
  },
  fork: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    const { id } = lab.session();
    const args = [...FLAGS, "--resume", id, "--fork-session"];
    await lab.call(args, [reply("Thirty plums.")], "Count the plums.");
  },
  loop: async (lab) => {
    const live = startLive(
      lab,
      [...FLAGS, "CronCreate", "ScheduleWakeup", ...STREAM],
      [
        call({
          name: "CronCreate",
          arguments: { cron: "* * * * *", prompt: "Look at the pumps.", recurring: true },
        }),
        reply("I look every minute."),
        reply("The pumps run."),
        reply("They still run."),
      ],
    );
    await live.send("/loop 1m Look at the pumps.");
    await live.nextTurn();
    await live.end();
  },
  "edited-file": async (lab) => {
    const file = lab.write("pump.txt", "The pump runs at 3 bar.\n");
    const live = startLive(
      lab,
      [...FLAGS, ...STREAM],
      [
        call({ name: "Read", arguments: { file_path: file } }),
        reply("It runs at 3 bar."),
        reply("It is off now."),
      ],
    );
    await live.send("Read pump.txt.");
    lab.write("pump.txt", "The pump is off.\n");
    await live.send("And now?");
    await live.end();
  },
  "blocked-hook": async (lab) => {
    const refuse = (text: string) => ({
      matcher: "Bash",
      hooks: [{ type: "command", command: `echo '${text}' >&2; exit 2` }],
    });
    lab.write(
      ".claude/settings.json",
      JSON.stringify({ hooks: { PostToolUse: [refuse("TYPES: pump.ts line 3 is wrong")] } }),
    );
    await lab.ask("Start the pump.", [call(shell.claude("printf started")), reply("It runs.")]);
    lab.write(
      ".claude/settings.json",
      JSON.stringify({ hooks: { PreToolUse: [refuse("RULE: no pumps at night")] } }),
    );
    await lab.ask("Start it again.", [call(shell.claude("printf again")), reply("Not at night.")]);
  },
  image: async (lab) => {
    const source = { type: "base64", media_type: "image/png", data: PICTURE };
    const content = [
      { type: "text", text: "What is on the picture?" },
      { type: "image", source },
    ];
    const message = { type: "user", message: { role: "user", content } };
    await lab.call([...FLAGS, ...STREAM], [reply("A red pear.")], `${JSON.stringify(message)}\n`);
  },
};

function call(one: ScriptedCall) {
  return { parts: [{ call: one }] };
}
