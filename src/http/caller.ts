import { createTokenCheck, type TokenCheck } from "./guards.ts";
import type { LaunchCode } from "./launch-code.ts";

/**
 * Who calls, as fixed by the token: a *person*, who uses the app in a browser and may do nearly what the
 * command line may, or a *program*, which is treated like a model.
 */
export type Caller = "person" | "program";

/** The tokens of a server. */
export type Tokens = Readonly<Record<Caller, string>>;

/** Finds the caller by an Authorization header; null for nobody known. */
export type CallerCheck = (authorization: string | undefined) => Caller | null;

/** Recognises the tokens of a server, and the one that it gave to the browser that it opened. */
export function createCallerCheck(tokens: Tokens, launch: LaunchCode | null): CallerCheck {
  const isPerson: TokenCheck = createTokenCheck(tokens.person);
  const isProgram: TokenCheck = createTokenCheck(tokens.program);
  return (header) => {
    if (isPerson(header) || launch?.isToken(header)) return "person";
    return isProgram(header) ? "program" : null;
  };
}
