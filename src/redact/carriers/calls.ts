import { isCode, isPlace, isPlaceholder, isWordy } from "../value-kinds.ts";
import { createPlaceFinder } from "./places.ts";

const isPassword = (value: string) =>
  !isPlaceholder(value) && !isPlace(value) && !isCode(value) && !isWordy(value);

/** Passwords that stand as an argument of a call: behind the name of a user, or of a call that takes nothing else. */
export const findCallArguments = createPlaceFinder([
  {
    kind: "call_password",
    hints: ["auth=", "auth =", "uth(", "ogin(", "redential(", "redentials("],
    pattern:
      /(?:auth(?:\s{0,2}=\s{0,2})?|login|credentials?)\(\s{0,3}["'`][^"'`\s]{1,100}["'`]\s{0,2},\s{0,3}(?:Some\(|password\s{0,2}=\s{0,2})?["'`](?<secret>[^"'`\n]{4,200})["'`]/gi,
    accepts: isPassword,
  },
  {
    kind: "call_password",
    hints: ["ConvertTo-SecureString"],
    pattern: /ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?["'](?<secret>[^"'\n]{4,200})["']/g,
    accepts: isPassword,
  },
]);
