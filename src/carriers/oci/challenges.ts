/** What a registry asks for before it answers, and how a login becomes the `authorization` of a request. */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { isLoopback } from "./address.ts";
import { failureOf } from "./failures.ts";
import type { Login } from "./logins.ts";
import { withRetries } from "./retries.ts";
import { bodyOf, type Order, readSmallBody, request } from "./transport.ts";

/** What a registry wants to see. */
export type Challenge =
  | { readonly scheme: "basic" }
  | {
      readonly scheme: "bearer";
      /** Where tokens are had. */
      readonly realm: string;
      readonly service: string | null;
      readonly scope: string | null;
    };

const MAX_TOKEN_ANSWER_BYTES = 1024 * 1024;
/** What may be in a header. */
const TOKEN = /^[\x21-\x7e]+$/;
const answerSchema = z
  .object({ token: z.string().optional(), access_token: z.string().optional() })
  .transform(({ token, access_token: other }) => token ?? other ?? "");

/** Parses a `WWW-Authenticate`; null when it asks for nothing that is known here. */
export function parseChallenge(header: string): Challenge | null {
  const bearer = /\bbearer\s(.*)/is.exec(header)?.[1];
  if (bearer === undefined) return /\bbasic\b/i.test(header) ? { scheme: "basic" } : null;
  const parameters = new Map<string, string>();
  for (const [, name = "", value = ""] of bearer.matchAll(/\b([a-z]+)="([^"]*)"/gi)) {
    // Those of a further challenge come later.
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  const parameter = (name: string) => parameters.get(name) ?? null;
  return {
    scheme: "bearer",
    realm: parameter("realm") ?? "",
    service: parameter("service"),
    scope: parameter("scope"),
  };
}

/** What to send with the request that was challenged; null where a login is needed and there is none. */
export async function answerChallenge(
  challenge: Challenge,
  login: Login | null,
  { scope, signal }: { readonly scope: string; readonly signal: AbortSignal },
): Promise<string | null> {
  if (login?.kind === "token") return bearer(login.token);
  if (challenge.scheme === "basic") return login?.kind === "password" ? basic(login) : null;
  const realm = realmOf(challenge.realm);
  const wanted = { service: challenge.service, scope: challenge.scope ?? scope };
  const order =
    login?.kind === "refresh"
      ? refreshOrder(realm, wanted, login.token)
      : tokenOrder(realm, wanted, login);
  return bearer(await withRetries(signal, () => fetchToken(order, signal)));
}

/** The `authorization` of a token. */
export function bearer(token: string): string {
  if (TOKEN.test(token)) return `Bearer ${token}`;
  throw new HoldallError("E_USAGE", "Cannot log in: the token is empty or has a space in it");
}

function basic({ user, password }: Extract<Login, { kind: "password" }>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function realmOf(text: string): URL {
  const realm = URL.parse(text);
  const isSafe = realm?.protocol === "https:" || (realm?.protocol === "http:" && isLoopback(realm));
  if (realm !== null && isSafe) return realm;
  const state = `it wants the login at "${excerpt(text, 200)}", which is not https`;
  throw new HoldallError("E_PROTECTED", `Cannot log in to the registry: ${state}`);
}

interface Wanted {
  readonly service: string | null;
  readonly scope: string;
}

function tokenOrder(realm: URL, { service, scope }: Wanted, login: Login | null): Order {
  const url = new URL(realm);
  if (service !== null) url.searchParams.set("service", service);
  for (const each of scope.split(" ")) url.searchParams.append("scope", each);
  const headers = login?.kind === "password" ? { authorization: basic(login) } : {};
  return { method: "GET", url, headers };
}

function refreshOrder(url: URL, { service, scope }: Wanted, token: string): Order {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    service: service ?? url.host,
    client_id: "holdall",
    scope,
    refresh_token: token,
  });
  return {
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: bodyOf(Buffer.from(form.toString())),
  };
}

async function fetchToken(order: Order, signal: AbortSignal): Promise<string> {
  const answer = await request(order, signal);
  if (answer.status !== 200) throw await failureOf(answer, "get a token", signal);
  const limits = { what: "a token", maxBytes: MAX_TOKEN_ANSWER_BYTES };
  const text = (await readSmallBody(answer, limits, signal)).toString("utf8");
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch (cause) {
    const state = "its answer has no token";
    throw new HoldallError("E_IO", `Cannot get a token from "${order.url.host}": ${state}`, {
      cause,
    });
  }
}
