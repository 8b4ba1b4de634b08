import { addServer } from "../../hosts/mcp-registration.ts";
import { remindOfPath } from "../../hosts/program-command.ts";
import { serverCommand } from "../../hosts/server-command.ts";
import { storeChoice } from "../../runtime/store-input.ts";
import { locateStore } from "../../stores/locate.ts";
import { defineHostEdit } from "./define-host-edit.ts";
import { toolSetNamed, toolsInput } from "./tool-sets.ts";

export default defineHostEdit({
  name: "mcp install",
  summary: "Add the MCP server to the configuration of coding agents",
  withheldFromModels: "a model must not change what starts with it",
  example: "mcp install --claude --codex --dry-run",
  input: { tools: toolsInput.optional() },
  step: "server",
  plan(host, place, { tools = [] }) {
    for (const name of tools) if (name !== "all") toolSetNamed(name);
    return [addServer(host, place, serverCommand(host, place, tools))];
  },
  remind(context, { scope }) {
    remindOfPath(context, scope);
    if (locateStore(storeChoice(context, undefined)) !== null) return;
    context.note("There is no workspace here; the tools need one: create it with `holdall init`");
  },
});
