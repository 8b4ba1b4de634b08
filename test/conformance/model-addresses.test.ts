/** Where each agent that `task run` starts asks its model, as its own settings and variables say. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { loadAgent } from "../../src/agents/registry.ts";
import { parseAddress } from "../../src/tasks/disk/container/reachable-addresses.ts";
import { writeConfiguration } from "../agents/drivers/files.ts";
import type { TaskAgentName } from "../agents/programs.ts";
import { makeScratch } from "../support/scratch.ts";

const URL = "https://models.example/v1";

interface Case {
  readonly files?: Readonly<Record<string, string | object>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly model?: string;
  readonly expected: readonly string[];
}

const cases: Readonly<Record<TaskAgentName, readonly Case[]>> = {
  claude: [
    { expected: ["anthropic"] },
    { env: { ANTHROPIC_BASE_URL: URL }, expected: [URL] },
    {
      files: { ".claude/settings.json": { env: { ANTHROPIC_BASE_URL: URL } } },
      expected: [URL],
    },
    { env: { CLAUDE_CODE_USE_BEDROCK: "1" }, expected: [] },
  ],
  codex: [
    { expected: ["openai", "https://chatgpt.com"] },
    {
      files: {
        ".codex/config.toml": `model_provider = "own"\n[model_providers.own]\nbase_url = "${URL}"\n[model_providers.other]\nbase_url = "https://other.example"\n`,
      },
      expected: [URL],
    },
    {
      files: {
        ".codex/config.toml": `profile = "p"\n[profiles.p]\nmodel_provider = "own"\n[model_providers.own]\nbase_url = "${URL}"\n`,
      },
      expected: [URL],
    },
    { files: { ".codex/config.toml": "not = [toml" }, expected: ["openai", "https://chatgpt.com"] },
  ],
  gemini: [
    { expected: ["google", "https://cloudcode-pa.googleapis.com"] },
    { env: { GOOGLE_GEMINI_BASE_URL: URL }, expected: [URL] },
    { files: { ".gemini/.env": `GOOGLE_GEMINI_BASE_URL="${URL}"\n` }, expected: [URL] },
  ],
  opencode: [
    { expected: [] },
    { model: "anthropic/claude", expected: ["anthropic"] },
    {
      files: {
        ".config/opencode/opencode.json": {
          model: "own/m",
          provider: { own: { options: { baseURL: URL } } },
        },
      },
      expected: [URL],
    },
  ],
  pi: [
    { expected: [] },
    { model: "openai/gpt", expected: ["openai"] },
    {
      files: {
        ".pi/agent/settings.json": { defaultProvider: "own" },
        ".pi/agent/models.json": { providers: { own: { baseUrl: URL } } },
      },
      expected: [URL],
    },
  ],
};

for (const [name, list] of Object.entries(cases) as [TaskAgentName, readonly Case[]][]) {
  test(`${name}: the address of the model is that of its settings, else of its vendor`, async () => {
    const { modelAddresses } = await loadAgent(name);
    for (const { files = {}, env = {}, model = null, expected } of list) {
      const home = makeScratch();
      for (const [file, content] of Object.entries(files)) {
        writeConfiguration(path.join(home, file), content);
      }
      assert.deepEqual(modelAddresses?.({ home, env }, model), expected);
    }
  });
}

test("parseAddress() takes a URL or a host with a port, and nothing else", () => {
  assert.deepEqual(parseAddress("https://a.example/v1"), { host: "a.example", port: 443 });
  assert.deepEqual(parseAddress("http://localhost:80/"), { host: "localhost", port: 80 });
  assert.deepEqual(parseAddress("a.example:8080"), { host: "a.example", port: 8080 });
  for (const text of ["", "a.example", "a.example:0", "file:///etc/passwd", ":80", "a b:80"]) {
    assert.throws(() => parseAddress(text), { code: "E_USAGE" }, text);
  }
});
