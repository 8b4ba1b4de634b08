import type { Agent, FoundSession } from "../agents/agent.ts";

/**
 * The command that continues a session in its own agent; null where none is known. What a log names is a stranger's
 * word: an id or a path that begins like an option, or has characters that nobody sees, is in no command.
 */
export function resumeCommand(
  { writer }: Pick<Agent, "writer">,
  { id, path }: Pick<FoundSession, "id" | "path">,
): readonly string[] | null {
  const isPlain = [id, path].every((text) => /^[^\p{C}\s-][^\p{C}]*$/u.test(text));
  const [command] = (isPlain && writer?.resumeCommands({ session_id: id, path }, {})) || [];
  return command ?? null;
}
