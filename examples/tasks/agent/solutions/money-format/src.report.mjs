import { formatMoney } from "./format-money.mjs";

/** A report of orders: one line for each, then the total and the mean. */
export function report(orders) {
  const lines = orders.map(({ name, cents }) => `${name}: ${formatMoney(cents)}`);
  const total = orders.reduce((sum, { cents }) => sum + cents, 0);
  const mean = orders.length === 0 ? 0 : Math.round(total / orders.length);
  lines.push(`total: ${formatMoney(total)}`, `mean: ${formatMoney(mean)}`);
  return lines.join("\n");
}
