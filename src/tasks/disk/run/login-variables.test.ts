import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../../../test/support/scratch.ts";
import { findRunnable } from "../../run/agent-command.ts";
import { loginVariables } from "./login-variables.ts";

/** What the settings of an agent name, with these files in the user's home. */
async function namedBy(
  agent: string,
  files: Readonly<Record<string, string | object>>,
  model: string | null = null,
) {
  const home = makeScratch();
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(home, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  const found = await findRunnable(agent);
  assert.ok(found);
  return loginVariables(found, { home, env: {} }, model);
}

const PROVIDERS = `[model_providers.mock]\nenv_key = "MOCK_KEY"\n[model_providers.other]\nenv_key = "OTHER_KEY"\n`;

test("loginVariables() has the key of the provider that Codex asks, and no other", async () => {
  const config = ".codex/config.toml";
  const chosen = await namedBy("codex", { [config]: `model_provider = "mock"\n${PROVIDERS}` });
  assert.deepEqual(chosen, ["MOCK_KEY"]);
  const profile = `model_provider = "mock"\nprofile = "p"\n[profiles.p]\nmodel_provider = "other"\n`;
  assert.deepEqual(await namedBy("codex", { [config]: `${profile}${PROVIDERS}` }), ["OTHER_KEY"]);
  assert.deepEqual(await namedBy("codex", { [config]: PROVIDERS }), []);
  assert.deepEqual(await namedBy("codex", {}), []);
  assert.deepEqual(await namedBy("codex", { [config]: "not [toml" }), []);
});

test("loginVariables() names no variable that leads a run out of its home, and takes no key for a name", async () => {
  for (const key of ["HOME", "CODEX_HOME", "sk-live-abc", "A B", "A=B"]) {
    const text = `model_provider = "m"\n[model_providers.m]\nenv_key = "${key}"\n`;
    assert.deepEqual(await namedBy("codex", { ".codex/config.toml": text }), [], key);
  }
});

test("loginVariables() reads what opencode and pi name", async () => {
  const opencode = {
    model: "mock/m",
    provider: {
      mock: { options: { apiKey: "{env:MOCK_KEY}" } },
      other: { options: { apiKey: "{env:OTHER_KEY}" } },
    },
  };
  const files = { ".config/opencode/opencode.json": opencode };
  assert.deepEqual(await namedBy("opencode", files), ["MOCK_KEY"]);
  assert.deepEqual(await namedBy("opencode", files, "other/m"), ["OTHER_KEY"]);
  const pi = {
    ".pi/agent/models.json": { providers: { mock: { apiKey: "MOCK_KEY" } } },
    ".pi/agent/settings.json": { defaultProvider: "mock" },
  };
  assert.deepEqual(await namedBy("pi", pi), ["MOCK_KEY"]);
});
