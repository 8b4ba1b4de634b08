/** Finds nodes of a graph that lead back to themselves. */

/** One shortest circle of each knot of nodes that reach each other, from the node that sorts first. */
export function findCircles(
  graph: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const reported = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (reported.has(start)) continue;
    const circle = shortestCircle(graph, start);
    if (circle === null) continue;
    circles.push(circle);
    for (const node of knotOf(graph, start)) reported.add(node);
  }
  return circles;
}

/** The nodes on the shortest way from a node back to itself. */
function shortestCircle(
  graph: ReadonlyMap<string, readonly string[]>,
  start: string,
): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return pathTo(cameFrom, node);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return null;
}

function pathTo(cameFrom: ReadonlyMap<string, string>, end: string): readonly string[] {
  const path = [end];
  for (let node = cameFrom.get(end); node !== undefined; node = cameFrom.get(node)) path.push(node);
  return path.reverse();
}

/** Everything that a node reaches and that reaches it. */
function knotOf(graph: ReadonlyMap<string, readonly string[]>, node: string): Set<string> {
  const backwards = new Map<string, string[]>();
  for (const [from, targets] of graph) {
    for (const to of targets) backwards.set(to, [...(backwards.get(to) ?? []), from]);
  }
  const before = reachable(backwards, [node]);
  return new Set([...reachable(graph, [node])].filter((other) => before.has(other)));
}

/** Some nodes and everything that they lead to. */
export function reachable(
  graph: ReadonlyMap<string, readonly string[]>,
  starts: Iterable<string>,
): Set<string> {
  const seen = new Set(starts);
  for (const node of seen) for (const next of graph.get(node) ?? []) seen.add(next);
  return seen;
}
