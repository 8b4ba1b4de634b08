import type { OutgoingHttpHeaders } from "node:http";

/** What every answer says to a browser: nothing is loaded from elsewhere, framed, sniffed or shared. */
export const SECURITY_HEADERS: OutgoingHttpHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
    "trusted-types dompurify",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

/** The same for an answer in JSON. */
export const JSON_HEADERS: OutgoingHttpHeaders = {
  ...SECURITY_HEADERS,
  "content-type": "application/json",
};

/** After a refusal, the unread rest of a request must not be parsed as the next one. */
export const CLOSE: OutgoingHttpHeaders = { connection: "close" };
