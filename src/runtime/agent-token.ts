/** Tokens with which agents call a team's server. Whoever has one acts as its agent, so that only its hash is kept. */

import { randomBytes } from "node:crypto";
import { sha256 } from "../base/hash.ts";

const BEGINNING = "holdall_";
const TOKEN = new RegExp(`^${BEGINNING}[\\w-]{43}$`);

/** A new token, which nobody can guess. */
export function createAgentToken(): string {
  return BEGINNING + randomBytes(32).toString("base64url");
}

/** What is kept of a token; null for a text that cannot be one. */
export function hashAgentToken(token: string): string | null {
  return TOKEN.test(token) ? sha256(token) : null;
}

/** Whether a token is still valid at a time. */
export function isInTime(
  { expires_at }: { readonly expires_at: string | null },
  now: Date,
): boolean {
  return expires_at === null || now.getTime() < Date.parse(expires_at);
}
