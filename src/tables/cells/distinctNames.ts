/**
 * Names of columns, none twice: the second "a" becomes "a (2)". Each name remembers the copy it got to, so that thousands
 * of equal headers take time in proportion to their number and not to its square.
 */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const nextCopy = new Map<string, number>();
  return names.map((name) => {
    let distinct = name;
    let copy = nextCopy.get(name) ?? 2;
    while (taken.has(distinct)) distinct = `${name} (${copy++})`;
    nextCopy.set(name, copy);
    taken.add(distinct);
    return distinct;
  });
}
