/**
 * Whether a link stays inside its workspace. Its target may go up only at its start, and not above the
 * top: such a link cannot leave, whatever other links it passes, since each of them stays inside as well.
 */
export function staysInside(path: string, target: string): boolean {
  if (target === "" || target.startsWith("/") || /^[A-Za-z]:|[\\\0]/.test(target)) return false;
  const parts = target.split("/");
  const first = parts.findIndex((part) => part !== "..");
  const ups = first === -1 ? parts.length : first;
  return ups <= path.split("/").length - 1 && parts.indexOf("..", ups) === -1;
}
