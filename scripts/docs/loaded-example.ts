import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contextIn, runOperation } from "../../test/support/operations.ts";
import { root } from "../run.ts";

const FENCE = "```";
const NOW = "2026-01-20T09:00:00Z";
const ids = ["steward_lab", "docs", "build"] as const;
const requests = [
  { id: "req_flag", subject: "Describe the new flag", from: "build", to: "docs", priority: 50 },
  { id: "req_errors", subject: "Explain the parser errors", from: "build", to: "docs" },
  { id: "req_publish", subject: "Publish 1.4 on Thursday", from: "docs", to: "build" },
] as const;

/** What a model reads of a role of the example, after its `queue.sh`. */
export async function loadedExample(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "holdall-docs-"));
  try {
    cpSync(join(root, "examples/responsibilities"), folder, { recursive: true });
    const context = contextIn(folder, () => new Date(NOW));
    await runOperation(context, "init", {});
    for (const id of ids) {
      await runOperation(context, "responsibility add", { id, actor: "steward_lab" });
      await runOperation(context, "responsibility activate", { id, actor: "steward_lab" });
    }
    for (const request of requests) {
      const now = "2026-01-20T08:00:00Z";
      await runOperation(context, "request create", { ...request, actor: request.from, now });
    }
    const { out } = await runOperation<{ text: string }>(context, "context load", {
      id: "docs",
      now: NOW,
    });
    return `${FENCE}markdown\n${out.text.trimEnd()}\n${FENCE}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
