/**
 * Keeps sessions that grow until it is killed: `keep-writer.ts HOME BACKUP ACKS [RECIPIENT…]`. Every run that was
 * confirmed is a line of ACKS: each log with its size and its hash. Some rounds forget a session, or prune. With a
 * recipient the backup is sealed; with two, for another one after each round.
 */
import fs from "node:fs";
import path from "node:path";
import { agentIds, loadAgent } from "../../src/agents/registry.ts";
import { sha256 } from "../../src/base/hash.ts";
import { loadOperation } from "../../src/operations/registry.ts";
import { contextIn, runOperation } from "../support/operations.ts";

const [home = "", backup = "", acks = "", ...recipients] = process.argv.slice(2);
const descriptor = fs.openSync(acks, "a");
const context = { ...contextIn(home), agents: { home, env: {} } };
const folder = path.join(home, ".claude/projects/-work");

function logOf(id: string): string {
  return path.join(folder, `${id}.jsonl`);
}

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

function append(id: string, round: number): void {
  const content = `${process.pid} ${round} ${"word ".repeat((round * 7919) % 5000)}`;
  const record = { type: "user", uuid: crypto.randomUUID(), sessionId: id, cwd: "/work" };
  const line = JSON.stringify({ ...record, message: { role: "user", content } });
  fs.appendFileSync(logOf(id), `${line}\n`);
}

// Loading takes longer than most of what is to be interrupted.
await Promise.all(agentIds.map(loadAgent));
await Promise.all((["keep now", "keep forget", "keep prune"] as const).map(loadOperation));
fs.writeSync(1, "started\n");
for (let round = 0; ; round++) {
  const ids = [uuid(1), uuid(2), uuid(3 + (round % 4)), crypto.randomUUID()];
  for (const id of ids) append(id, round);
  const recipient = recipients[round % recipients.length];
  const seal = recipient === undefined ? {} : { seal: [recipient] };
  await runOperation(context, "keep now", { to: backup, ...seal });
  const files = ids.map((id) => [
    id,
    fs.statSync(logOf(id)).size,
    sha256(fs.readFileSync(logOf(id))),
  ]);
  fs.writeSync(descriptor, `${JSON.stringify(files.slice(0, 3))}\n`);
  const extra = ids[3] ?? "";
  if (round % 3 === 1) {
    fs.rmSync(logOf(extra));
    await runOperation(context, "keep forget", { from: backup, sessions: [extra], force: true });
  }
  if (round % 5 === 4) await runOperation(context, "keep prune", { from: backup });
}
