/** A report of orders: one line for each, then the total and the mean. */
export function report(orders) {
  const lines = [];
  let total = 0;
  for (const { name, cents } of orders) {
    const sign = cents < 0 ? "-" : "";
    const whole = Math.floor(Math.abs(cents) / 100);
    const rest = String(Math.abs(cents) % 100).padStart(2, "0");
    lines.push(`${name}: ${sign}€${whole}.${rest}`);
    total += cents;
  }
  const totalSign = total < 0 ? "-" : "";
  const totalWhole = Math.floor(Math.abs(total) / 100);
  const totalRest = String(Math.abs(total) % 100).padStart(2, "0");
  lines.push(`total: ${totalSign}€${totalWhole}.${totalRest}`);
  const mean = orders.length === 0 ? 0 : Math.round(total / orders.length);
  const meanSign = mean < 0 ? "-" : "";
  const meanWhole = Math.floor(Math.abs(mean) / 100);
  const meanRest = String(Math.abs(mean) % 100).padStart(2, "0");
  lines.push(`mean: ${meanSign}€${meanWhole}.${meanRest}`);
  return lines.join("\n");
}
