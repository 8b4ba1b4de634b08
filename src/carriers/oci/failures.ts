import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { retryAfterMs, TransientError } from "./retries.ts";
import { type Answer, discard, readSmallBody } from "./transport.ts";

const MAX_REASON_BYTES = 64 * 1024;
const TOO_MANY_REQUESTS = 429;
const NOT_IMPLEMENTED = 501;

const reasonSchema = z.object({
  errors: z.array(z.object({ code: z.string().optional(), message: z.string().optional() })).min(1),
});

/** The error for an answer that is no success, with what the registry says about it. */
export async function failureOf(
  answer: Answer,
  doing: string,
  signal: AbortSignal,
): Promise<HoldallError> {
  const { status, headers, url } = answer;
  const reason = await readReason(answer, signal);
  const message = `Cannot ${doing} at "${url.host}": status ${status}${reason && `, ${excerpt(reason, 200)}`}`;
  const waitMs = retryAfterMs(headers["retry-after"]);
  const isTransient = status === TOO_MANY_REQUESTS || (status >= 500 && status !== NOT_IMPLEMENTED);
  if (isTransient) {
    return new TransientError("E_IO", message, {
      cure: "try again later",
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  }
  const isDenied = status === 401 || status === 403;
  return new HoldallError("E_IO", message, isDenied ? { cure: loginCure(url.host) } : {});
}

/** How somebody logs in to a registry. */
export function loginCure(registry: string): string {
  return `log in with "docker login ${registry}", or set HOLDALL_REGISTRY_TOKEN; the login must have the right to do this`;
}

/** What an answer of a registry gives as the reason; empty without one. */
async function readReason(answer: Answer, signal: AbortSignal): Promise<string> {
  try {
    const limits = { what: "the reason", maxBytes: MAX_REASON_BYTES };
    const bytes = await readSmallBody(answer, limits, signal);
    const { errors } = reasonSchema.parse(JSON.parse(bytes.toString("utf8")));
    return errors.map(({ code, message }) => message || code || "").join("; ");
  } catch {
    signal.throwIfAborted();
    discard(answer); // The status is reason enough.
    return "";
  }
}
