import {
  decidingRules,
  type KindsBySubject,
  type RecordRule,
  type SettingsRecords,
} from "../settings-records.ts";
import { kinds } from "./kinds.ts";

/** What a session was begun or resumed with: the program goes on with the model that it names (1.0.102). */
const START: RecordRule = {
  fields: {
    "/data/selectedModel": "model",
    "/data/providerId": "model",
    "/data/reasoningEffort": "model",
    "/data/reasoningSummary": "model",
    "/data/contextTier": "model",
    "/data/autoTier": "model",
    "/data/sessionLimits": "rights",
    "/data/continuePendingWork": "rights",
    "/data/remoteSteerable": "server",
    "/data/githubMcpToolConfig": "server",
  },
  keys: {
    "/data": [
      "sessionId",
      "version",
      "producer",
      "copilotVersion",
      "startTime",
      "context",
      "alreadyInUse",
      "resumeTime",
      "eventCount",
      "eventsFileSizeBytes",
      "sessionWasActive",
    ],
    "/data/context": [
      "cwd",
      "gitRoot",
      "branch",
      "headCommit",
      "baseCommit",
      "repository",
      "repositoryHost",
      "hostType",
    ],
  },
};

/** Kinds that are not carried, by what they decide. */
const DECIDING: KindsBySubject = {
  rights: [
    "session.mode_changed",
    "session.permissions_changed",
    "session.session_limits_changed",
    "session.managed_settings_enforced",
    "session.managed_settings_resolved",
    "permission.requested",
    "permission.completed",
  ],
  model: [
    "session.model_change",
    "session.auto_mode_resolved",
    "session.auto_tier_recommendation",
    "session.auto_tier_switch_failed",
    "session.fusion_resolved",
  ],
  agent: ["subagent.selected", "subagent.deselected", "session.custom_agents_updated"],
  instructions: ["session.autopilot_objective_changed"],
  tools: [
    "session.tools_updated",
    "session.skills_loaded",
    "tool_search.activated",
    "capabilities.changed",
  ],
  server: ["session.remote_steerable_changed", "session.mcp_servers_loaded"],
  files: ["session.snapshot_rewind"],
  schedule: ["session.schedule_created", "session.schedule_rearmed", "session.schedule_cancelled"],
  extension: [
    "session.extensions_loaded",
    "session.extensions.attachments_pushed",
    "session.canvas.opened",
    "session.canvas.recorded",
    "session.canvas.registry_changed",
    "session.canvas.removed",
    "session.canvas.closed",
    "session.canvas.unavailable",
  ],
};

const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "session.mode_changed": ["/data/newMode"],
  "session.permissions_changed": ["/data/mode"],
  "session.model_change": ["/data/newModel"],
  "subagent.selected": ["/data/agentName"],
};

/** Copilot CLI restores the model, the mode, the rights and the agent that a session names last. */
export const settingsRecords: SettingsRecords = {
  kindOf: ({ type }) => (typeof type === "string" ? type : "(none)"),
  isKnown: kinds.has,
  rules: {
    "*": { keys: { "": ["type", "data", "id", "timestamp", "parentId", "agentId"] } },
    ...decidingRules(DECIDING, SHOWN),
    "session.start": START,
    "session.resume": START,
    "session.shutdown": { fields: { "/data/currentModel": "model" } },
    "user.message": { fields: { "/data/agentMode": "rights" } },
    "skill.invoked": { fields: { "/data/allowedTools": "rights" } },
    "session.handoff": { fields: { "/data/remoteSessionId": "server" } },
    // The program has a system prompt of its own.
    "system.message": { decides: "instructions", ofStrangers: true },
  },
};
