import type { Findings } from "../../base/findings.ts";
import { excerpt } from "../../base/text/text.ts";
import type { ContextItem } from "../../model/context-items.ts";

/**
 * Providers accept a result only after its call, and only once. Checks that every result names an
 * earlier call and contains one answer, and warns about calls without a result.
 */
export function checkToolCalls(
  items: readonly ContextItem[],
  file: string,
  findings: Findings,
): void {
  const open = new Map<string, number>();
  const answered = new Set<string>();
  items.forEach((item, index) => {
    const pointer = `/items/${index}`;
    if (item.type !== "tool_call" && item.type !== "tool_result") return;
    const id = item.call_id;
    const place = { file, pointer: `${pointer}/call_id` };
    if (item.type === "tool_call") {
      if (open.has(id) || answered.has(id)) {
        findings.error("E_DUP_ID", place, `Two calls share the id "${excerpt(id)}"`);
      }
      open.set(id, index);
      return;
    }
    checkAnswer(item, file, pointer, findings);
    if (open.delete(id)) answered.add(id);
    else if (answered.has(id)) {
      findings.error("E_DUP_ID", place, `The call "${excerpt(id)}" has two results`);
    } else findings.error("E_CALL", place, `No earlier call has the id "${excerpt(id)}"`);
  });
  for (const [id, index] of open) {
    const place = { file, pointer: `/items/${index}/call_id` };
    findings.warn("W_CALL", place, `The call "${excerpt(id)}" has no result`);
  }
}

type ToolResult = Extract<ContextItem, { type: "tool_result" }>;

function checkAnswer(item: ToolResult, file: string, pointer: string, findings: Findings): void {
  const hasText = typeof item.content === "string";
  const hasArtifact = typeof item.artifact_id === "string";
  if (hasText === hasArtifact) {
    const code = hasText ? "E_SHAPE" : "E_POINTER";
    findings.error(code, { file, pointer }, 'A result has either "content" or "artifact_id"');
  }
}
