/**
 * The rules about who may speak to a server of this machine. A web page could reach the port under a name
 * that resolves to 127.0.0.1, or send requests from another origin: Host, Origin and Sec-Fetch-Site show
 * it. They are decided before anything of a request is used, and apply to the app, the API and MCP alike.
 */

import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";

/** The one address that servers listen on. */
export const LOOPBACK = "127.0.0.1";

/** Why a request is refused, before its body is read. */
export interface Refusal {
  readonly status: number;
  readonly detail: string;
  readonly cure?: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Headers that decide who may call. Node reads the first of two; what lies before a server may read the other. */
const DECIDING = ["host", "origin", "authorization", "sec-fetch-site", "sec-fetch-mode"];

/** The parts of a request that show where it comes from. */
type Request = Pick<IncomingMessage, "headers" | "method" | "rawHeaders" | "url">;

/**
 * Why a request does not come from this machine's own page or program; null if it does. While the server waits
 * for the browser that it opened, a page on disk may lead to the app: that is how the browser gets there.
 */
export function strangerRefusal(
  request: Request,
  port: number,
  isBrowserExpected = false,
): Refusal | null {
  const { headers } = request;
  const twice = DECIDING.find((name) => countHeader(request, name) > 1);
  if (twice !== undefined) return { status: 400, detail: `there are two headers ${twice}` };
  const host = `${LOOPBACK}:${port}`;
  if (headers.host !== host) {
    return {
      status: 421,
      detail: `this server answers for ${host} alone`,
      cure: `use http://${host} instead of localhost or another name`,
    };
  }
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) {
    return { status: 403, detail: "requests of other origins are refused" };
  }
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin") return null;
  // A person who types the address or follows a link of another program sends "none".
  const isNavigation = headers["sec-fetch-mode"] === "navigate" && request.method === "GET";
  if (site === "none" && isNavigation) return null;
  const isDocument = headers["sec-fetch-dest"] === "document" && request.url === "/";
  if (isBrowserExpected && isNavigation && isDocument) return null;
  return { status: 403, detail: "requests of other sites are refused" };
}

function countHeader({ rawHeaders }: Request, name: string): number {
  return rawHeaders.filter((each, at) => at % 2 === 0 && each.toLowerCase() === name).length;
}

/** Recognises a token. */
export type TokenCheck = (authorization: string | undefined) => boolean;

/** The time that the comparison takes reveals nothing about the token but its length. */
export function createTokenCheck(token: string): TokenCheck {
  const expected = Buffer.from(token);
  const received = Buffer.alloc(expected.length);
  return (authorization) => {
    const sent = tokenIn(authorization);
    if (sent?.length !== expected.length) return false;
    // A header has one byte for each character.
    received.write(sent, "latin1");
    return timingSafeEqual(received, expected);
  };
}

/** The token of an Authorization header; null where it has none. */
export function tokenIn(authorization: string | undefined): string | null {
  if (authorization?.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  return authorization.slice(SCHEME.length);
}

const SCHEME = "bearer ";

/** The answer to another method where there is only something to read. */
export const GET_ONLY: Refusal = {
  status: 405,
  detail: "it takes GET",
  headers: { allow: "GET" },
};

/** The answer to a request without a token, or with another one. */
export const UNKNOWN_CALLER: Refusal = {
  status: 401,
  detail: "the token is missing or is not the one that this server was started with",
  cure: "send `Authorization: Bearer TOKEN` with a token that `holdall serve` printed when it started, or that a keeper of the team created",
  headers: { "www-authenticate": "Bearer" },
};
