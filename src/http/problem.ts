/** Errors as `application/problem+json` (RFC 9457), with our code and cure. */

import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from "node:http";
import { codes, type ErrorCode } from "../base/codes.ts";
import { HoldallError } from "../base/errors.ts";
import { namesOf } from "../base/registry.ts";
import type { Refusal } from "./guards.ts";
import { CLOSE, SECURITY_HEADERS } from "./headers.ts";

/** What is wrong, as a client reads it. */
export interface Problem {
  /** Names the code; `docs/codes.md` explains it. */
  readonly type: string;
  /** What the code means; where no operation was called, what the status means. */
  readonly title: string;
  readonly status: number;
  /** What could not be done, and why. */
  readonly detail: string;
  readonly code: string;
  readonly cure: string | null;
  readonly findings: HoldallError["findings"];
}

/**
 * The status of each code that differs from 422 ("understood, and the content is not what it must be").
 * `docs/http.md` lists them.
 */
const statuses: Partial<Record<ErrorCode, number>> = {
  E_USAGE: 400,
  E_NOT_STEWARD: 403,
  E_PROTECTED: 403,
  E_RIGHTS: 403,
  E_NOT_FOUND: 404,
  E_CONFLICT: 409,
  E_EXISTS: 409,
  E_STALE: 409,
  E_LIMIT: 413,
  E_CONFIRM: 428,
  E_INTERNAL: 500,
  E_IO: 500,
  E_STORE: 500,
  E_UNFINISHED: 500,
  E_ANSWER: 502,
  E_INTERRUPTED: 503,
  E_LOCKED: 503,
};
const STANDARD_STATUS = 422;

/** The status that a code is answered with. */
function statusOf(code: ErrorCode): number {
  return statuses[code] ?? STANDARD_STATUS;
}

/** Every error code with its status, for the docs. */
export function statusTable(): readonly { readonly code: ErrorCode; readonly status: number }[] {
  return namesOf(codes)
    .filter((code): code is ErrorCode => code.startsWith("E_"))
    .map((code) => ({ code, status: statusOf(code) }));
}

/** An error as a problem. */
export function problemOf({ code, message, cure, findings }: HoldallError): Problem {
  return {
    type: `urn:holdall:code:${code}`,
    title: codes[code],
    status: statusOf(code),
    detail: message,
    code,
    cure: cure ?? null,
    findings,
  };
}

/** The code of what the protocol itself refuses, by status. */
const refusalCodes: Readonly<Record<number, ErrorCode>> = {
  401: "E_PROTECTED",
  403: "E_PROTECTED",
  404: "E_NOT_FOUND",
  405: "E_USAGE",
  413: "E_LIMIT",
  415: "E_USAGE",
  421: "E_PROTECTED",
  503: "E_LOCKED",
};

/** Refuses a request unread. The connection ends: the rest of the request must not become the next one. */
export function refuse(
  response: ServerResponse,
  { status, detail, cure, headers = {} }: Refusal,
): void {
  const code = refusalCodes[status] ?? "E_USAGE";
  const cured = cure === undefined ? {} : { cure };
  const problem = problemOf(new HoldallError(code, `Cannot answer: ${detail}`, cured));
  const title = STATUS_CODES[status] ?? problem.title;
  sendProblem(response, { ...problem, title, status }, { ...CLOSE, ...headers });
}

/** Sends a problem. */
export function sendProblem(
  response: ServerResponse,
  problem: Problem,
  headers: OutgoingHttpHeaders = {},
): void {
  const type = "application/problem+json";
  response.writeHead(problem.status, { ...SECURITY_HEADERS, "content-type": type, ...headers });
  response.end(JSON.stringify(problem));
}

/** What Node calls requests that it cannot read, with the status and the reason of each. */
const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive"],
};

/** The answer to a request that never became one, as it goes over the wire. */
export function unreadableAnswer(fault: string): string {
  const [status, detail] = unreadable[fault] ?? [400, "this is not an HTTP request"];
  const code = status === 431 ? "E_LIMIT" : "E_USAGE";
  const problem = problemOf(new HoldallError(code, `Cannot answer: ${detail}`));
  const body = JSON.stringify({ ...problem, status });
  const headers = {
    ...SECURITY_HEADERS,
    ...CLOSE,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
