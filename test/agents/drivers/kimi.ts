import path from "node:path";
import type { Driver } from "./driver.ts";
import { newestFile, writeConfiguration } from "./files.ts";

const MODEL = "mock/scripted";

/** Kimi Code. */
export const kimi: Driver = {
  configure({ home, modelUrl }) {
    const lines = [
      `default_model = "${MODEL}"`,
      "telemetry = false",
      "[providers.mock]",
      'type = "openai"',
      `base_url = "${modelUrl}/v1"`,
      'api_key = "any"',
      `[models."${MODEL}"]`,
      'provider = "mock"',
      'model = "scripted"',
      "max_context_size = 200000",
      'capabilities = ["tool_use", "image_in"]',
      "",
    ];
    writeConfiguration(path.join(home, ".kimi-code/config.toml"), lines.join("\n"));
    return { KIMI_CODE_HOME: path.join(home, ".kimi-code") };
  },
  ask: (prompt) => ({ args: ["-p", prompt] }),
  resume: ({ id }, prompt) => ({ args: ["-S", id, "-m", MODEL, "-p", prompt] }),
  askThrough: (args, prompt) => ({ args: [...args, "-p", prompt] }),
  // What it puts before a result when it sends one.
  keptResult: (text) =>
    text
      .replace(/^Wall time: [\d.]+ seconds\n/, "")
      .replace(/^<system>ERROR: Tool execution failed\.<\/system>\n/, ""),
  findSession({ home }) {
    const folder = path.join(home, ".kimi-code/sessions");
    const file = newestFile(folder, /^[^/]+\/[^/]+\/agents\/main\/wire\.jsonl$/);
    if (file === null) return null;
    return { id: path.basename(path.resolve(file, "../../..")), path: file };
  },
};
