import { excerpt } from "../../../base/text.ts";

export default function present({ accessed }: { readonly accessed: readonly string[] }): string[] {
  return [`counted  ${accessed.map((id) => excerpt(id)).join(", ")}`];
}
