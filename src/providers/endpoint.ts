/**
 * An endpoint as it may be recorded: without user, password, query and fragment, which may contain
 * keys.
 */
export function recordableEndpoint(endpoint: string): string {
  const url = URL.parse(endpoint);
  // `host:1/v1` parses as a URL with the scheme "host", so an address without authority is cleaned
  // by hand.
  if (url === null || url.host === "")
    return endpoint.replace(/[?#].*$/s, "").replace(/^[^/]*@/, "");
  return `${url.protocol}//${url.host}${url.pathname}`;
}
