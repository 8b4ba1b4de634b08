/** A variable that a program misses, as programs report it. */
const MISSING_VARIABLE = /[Ee]nvironment variable\W{0,5}([A-Z][A-Z0-9_]{2,60})\b/;

/** What to do before a run that an error ended is repeated; repeating alone would end it in the same way. */
export function cureOf({ kind, detail }: Readonly<{ kind: string; detail: string }>): string {
  const [, variable] = MISSING_VARIABLE.exec(detail) ?? [];
  if (variable !== undefined) {
    return `set ${variable} in your environment, and repeat the command with --env ${variable} --retry errors`;
  }
  if (kind === "login") {
    return "log in with the agent's own program, or name the variable with its key (--env NAME), and repeat the command with --retry errors";
  }
  return "repeat the command with --retry errors";
}
