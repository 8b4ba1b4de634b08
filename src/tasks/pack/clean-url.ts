/** The address of a repository without user, password and query, in which tokens are put. */
export function cleanRepositoryUrl(address: string): string {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(address)?.[0];
  if (scheme === undefined) return address.replace(/^(?!git@)[^@/:]*(?::[^@/]*)?@(?=[^/:]+:)/, "");
  const rest = address.slice(scheme.length).split(/[?#]/, 1)[0] ?? "";
  const slash = rest.indexOf("/");
  const host = slash === -1 ? rest : rest.slice(0, slash);
  return `${scheme}${host.slice(host.lastIndexOf("@") + 1)}${slash === -1 ? "" : rest.slice(slash)}`;
}
