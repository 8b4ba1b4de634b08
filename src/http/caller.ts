import { createTokenCheck, type TokenCheck } from "./guards.ts";

/**
 * Who calls, as fixed by the token: a *person*, who uses the app in a browser and may do nearly what the
 * command line may, or a *program*, which is treated like a model.
 */
export type Caller = "person" | "program";

/** The tokens of a server. */
export type Tokens = Readonly<Record<Caller, string>>;

/** Tells from an Authorization header who calls; null for nobody known. */
export function createCallerCheck(tokens: Tokens): (header: string | undefined) => Caller | null {
  const isPerson: TokenCheck = createTokenCheck(tokens.person);
  const isProgram: TokenCheck = createTokenCheck(tokens.program);
  return (header) => (isPerson(header) ? "person" : isProgram(header) ? "program" : null);
}
