/** No agent nests deeper, and deeper recursion of ours would end in a stack overflow. */
const MAX_DEPTH = 256;

/** What replaces a value that is nested deeper. */
const LEFT_OUT = "(left out: nested too deeply)";

/** Replaces what is nested too deeply in a parsed value; returns whether there was any. */
export function boundDepth(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members: Record<string, unknown> = Object(value);
  let isBounded = false;
  const bound = (key: string | number, member: object) => {
    if (levels > 1) return boundDepth(member, levels - 1);
    members[key] = LEFT_OUT;
    return true;
  };
  // Neither a list of keys nor keys of a list as texts: this sees every record of a session.
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const member: unknown = value[at];
      if (typeof member === "object" && member !== null) isBounded = bound(at, member) || isBounded;
    }
    return isBounded;
  }
  for (const key in members) {
    const member = members[key];
    if (typeof member === "object" && member !== null) isBounded = bound(key, member) || isBounded;
  }
  return isBounded;
}
