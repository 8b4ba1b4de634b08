import { randomBytes } from "node:crypto";
import { createTokenCheck } from "./guards.ts";

/**
 * A code that the browser which `serve --open` starts exchanges for a token, once. If the code is sent again,
 * one of the two senders was not that browser: the token is no longer accepted then, whoever has it.
 */
export interface LaunchCode {
  readonly code: string;
  /** The token for the code in a header; null for another code, a used one, and one that is too old. */
  redeem(authorization: string | undefined): string | null;
  /** Whether nobody has redeemed the code yet. */
  isPending(): boolean;
  /** Whether a header has the token, and the code was used once only. */
  isToken(authorization: string | undefined): boolean;
}

/** What follows from the use of a code. */
export interface LaunchEvents {
  onRedeemed(): void;
  /** The code was sent again. */
  onReuse(): void;
}

/** A browser that starts slowly still gets in. */
const LIFETIME_MS = 2 * 60 * 1000;

/** Creates a code that is good for a token. */
export function createLaunchCode(now: () => Date, token: string, events: LaunchEvents): LaunchCode {
  const code = randomBytes(32).toString("base64url");
  const isCode = createTokenCheck(code);
  const isToken = createTokenCheck(token);
  const end = now().getTime() + LIFETIME_MS;
  let state: "pending" | "redeemed" | "revoked" = "pending";
  const isPending = () => state === "pending" && now().getTime() <= end;

  return {
    code,
    isPending,
    redeem(authorization) {
      if (!isCode(authorization)) return null;
      if (isPending()) {
        state = "redeemed";
        events.onRedeemed();
        return token;
      }
      if (state === "redeemed") {
        state = "revoked";
        events.onReuse();
      }
      return null;
    },
    isToken: (authorization) => state === "redeemed" && isToken(authorization),
  };
}
