/** An endpoint as it may be recorded: without user, password, query and fragment, which can hold keys. */
export function recordableEndpoint(endpoint: string): string {
  const url = URL.parse(endpoint);
  // Without an authority the address is taken apart by hand: `host:1/v1` parses, but as something else.
  if (url === null || url.host === "")
    return endpoint.replace(/[?#].*$/s, "").replace(/^[^/]*@/, "");
  return `${url.protocol}//${url.host}${url.pathname}`;
}
