import { randomBytes } from "node:crypto";
import { createTokenCheck } from "./guards.ts";

/**
 * A code that the browser which `serve --open` starts exchanges for the person's token, once. The token
 * itself must not be in the command line of that browser: other users of the machine can read it there.
 */
export interface LaunchCode {
  readonly code: string;
  /** Whether a header has the code; true at most once. */
  redeem(authorization: string | undefined): boolean;
}

/** A browser that starts slowly still gets in. */
const LIFETIME_MS = 2 * 60 * 1000;

/** Creates a code; `onReuse` is called when somebody sends it again, since one of the two was not the browser. */
export function createLaunchCode(now: () => Date, onReuse: () => void): LaunchCode {
  const code = randomBytes(32).toString("base64url");
  const isCode = createTokenCheck(code);
  const end = now().getTime() + LIFETIME_MS;
  let isUsed = false;
  return {
    code,
    redeem(authorization) {
      if (!isCode(authorization) || now().getTime() > end) return false;
      if (isUsed) onReuse();
      const isFirst = !isUsed;
      isUsed = true;
      return isFirst;
    },
  };
}
