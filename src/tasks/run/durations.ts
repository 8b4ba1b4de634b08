import { HoldallError } from "../../base/errors.ts";

const units = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A time such as `90s`, `10m` or `2h`, in milliseconds. */
export function parseDuration(text: string, option: string): number {
  const [, amount = "", unit = ""] = /^([0-9]{1,9})(ms|s|min|m|h|d)$/.exec(text) ?? [];
  if (Object.hasOwn(units, unit) && Number(amount) > 0) {
    return Number(amount) * units[unit as keyof typeof units];
  }
  throw new HoldallError("E_USAGE", `Cannot use --${option} "${text}": it is not a time`, {
    cure: "write it as in 90s, 10m or 2h",
  });
}
