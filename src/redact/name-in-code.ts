import type { Sighting } from "./sighting.ts";

/** How far from a place the same name is looked for. */
const REACH = 50_000;
const NAME = /^[A-Za-z_]\w*$/;
const DECLARED =
  /(?:^|[^\w])(?:class|struct|interface|type|enum|def|func?|function|const|let|var|val|new|import|extends)[ \t]{1,4}$/;

/** Whether code near a value declares or calls something of the same name: a password is never used like that. */
export function isNameInCode(text: string, { secret, at }: Sighting): boolean {
  if (!NAME.test(secret)) return false;
  const around = text.slice(Math.max(0, at - REACH), at + REACH);
  for (let next = around.indexOf(secret); next !== -1; next = around.indexOf(secret, next + 1)) {
    if (around.charAt(next + secret.length) === "(") return true;
    if (DECLARED.test(around.slice(Math.max(0, next - 16), next))) return true;
  }
  return false;
}
