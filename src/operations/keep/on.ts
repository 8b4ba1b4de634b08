import { keepOnInput, keptOnSchema, turnOn } from "../../hosts/schedulers/switch-keeping.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keep on",
  summary: "Keep sessions by themselves, started by systemd, launchd, cron or hooks of agents",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: { mcp: "a model must not change what runs without it", http: "as for MCP" },
  positionals: [],
  examples: ["keep on --every 1d --dry-run"],
  input: keepOnInput,
  output: keptOnSchema,
  basis: (context, input) => turnOn(context, { ...input, "dry-run": true }),
  run: turnOn,
  exitCode: ({ dry_run, scheduler, hooks }) =>
    !dry_run && scheduler === null && hooks.length === 0 ? 1 : 0,
});
