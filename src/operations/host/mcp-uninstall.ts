import { removeServer } from "../../hosts/mcp-registration.ts";
import { defineHostEdit } from "./define-host-edit.ts";

export default defineHostEdit({
  name: "mcp uninstall",
  summary: "Remove the MCP server from the configuration of coding agents",
  withheldFromModels: "a model must not change what starts with it",
  example: "mcp uninstall --claude --codex --dry-run",
  input: {},
  step: "server",
  plan: (host, place) => [removeServer(host, place)],
});
