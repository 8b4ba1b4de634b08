const MAX_DEPTH = 100;

/**
 * A value with every string in it mapped; keys stay, and so does what is nested too deeply. A value in which
 * nothing changes is returned itself.
 */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  // Strings become strings and everything else keeps its shape, so that the type is still right.
  return mapAt(value, change, 0) as Value;
}

function mapAt(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const list = value.map((member) => mapAt(member, change, depth + 1));
    return list.every((member, at) => member === value[at]) ? value : list;
  }
  let isChanged = false;
  const members = Object.entries(value).map(([key, member]) => {
    const next = mapAt(member, change, depth + 1);
    if (next !== member) isChanged = true;
    return [key, next];
  });
  return isChanged ? Object.fromEntries(members) : value;
}
