import { isExample } from "../examples.ts";
import { isOrdinary } from "../ordinary.ts";
import { isKeyLike, isPlace, isRandom } from "../value-kinds.ts";
import { createPlaceFinder } from "./places.ts";

const isCredential = (value: string) => isKeyLike(value) && !isOrdinary(value);

/** What an authorization header may contain: encoded data, or anything that is no name. */
const isAuthorization = (value: string) =>
  !isOrdinary(value) && !/^[A-Za-z_]+\d{0,4}$/.test(value) && /\d|[+/=]/.test(value);

/** Cookies that frameworks keep a session in: whatever follows is its number. */
const SESSION_COOKIE =
  /[\s;](?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|session_id|laravel_session|_\w{1,30}_session)=[^;=]+$/i;

/** Credentials in headers of requests and answers, as dumps, commands and code write them. */
export const findHeaderValues = createPlaceFinder([
  {
    kind: "authorization",
    hints: ["uthorization", "UTHORIZATION"],
    pattern:
      /authorization["']?\s{0,3}[:=]\s{0,3}["'`]?(?:(?:bearer|basic|token|apikey|digest)\s{1,3})?(?<secret>[\w+/.~=%-]{12,4096}(?::[\w-]{40,400})?)/gi,
    accepts: isAuthorization,
  },
  {
    // A scheme of its own: what follows has to be a key by its looks.
    kind: "authorization",
    hints: ["uthorization", "UTHORIZATION"],
    pattern:
      /authorization["']?\s{0,3}[:=]\s{0,3}["'`]?(?!(?:bearer|basic|token|apikey|digest|AWS4)\b)[a-z][\w-]{1,30}\s{1,3}(?:token=)?(?<secret>[\w+/.~=-]{16,4096})/gi,
    accepts: isCredential,
  },
  {
    kind: "authorization",
    hints: ["earer ", "earer: ", "asic ", "oken "],
    pattern: /\b(?:[Bb]earer:?|[Bb]asic|[Tt]oken)\s{1,3}(?<secret>[\w+/.~=-]{16,4096})/g,
    accepts: (value) => isRandom(value) && isAuthorization(value),
  },
  {
    // `X-Anything-Key: value`: random text there is a credential, unless the name is that of something public.
    kind: "header_value",
    hints: [
      "-key",
      "-Key",
      "-KEY",
      "-token",
      "-Token",
      "-TOKEN",
      "-auth",
      "-Auth",
      "-secret",
      "-Secret",
      "-session",
      "-Session",
      "-signature",
      "-Signature",
    ],
    pattern:
      /(?:(?<=[a-z]-)(?<!(?:idempotency|cache|public|surrogate|sort|partition|websocket|postman)-)(?:Key|Token|Auth|Secret)|(?<=\bX-(?:[a-z]{1,20}-){0,3})(?:Session|Signature))["']?\s{0,2}:\s{0,3}["']?(?<secret>[\w+/.~=-]{16,4096})/gi,
    accepts: isCredential,
  },
  {
    // Cookies of a session, in a header of a request or an answer.
    kind: "cookie",
    hints: ["ookie:", 'ookie":'],
    pattern:
      /\b(?:set-)?cookie["']?\s{0,2}:[^\n"']{0,400}?(?:sess|sid|auth|token)[\w.-]{0,20}=(?<secret>[\w%+/.~-]{16,4096})/gi,
    accepts: (value, { 0: found }) =>
      isCredential(value) || (SESSION_COOKIE.test(found) && !isExample(value) && !isPlace(value)),
  },
]);
