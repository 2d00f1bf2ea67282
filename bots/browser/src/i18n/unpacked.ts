/** Returns the words of a language from the names of all texts, such as `title,sides(NS,EW)`, and the texts. */
export function unpacked(shape: string, texts: readonly unknown[]): Record<string, unknown> {
  const words: Record<string, unknown> = {}, open = [words];
  let next = 0;
  for (const name of shape.match(/[^,()]+\(?|\)/g) ?? []) {
    const tree = open.at(-1) ?? words;
    if (name === ")") open.pop();
    else if (name.endsWith("(")) {
      const branch: Record<string, unknown> = {};
      tree[name.slice(0, -1)] = branch;
      open.push(branch);
    } else tree[name] = texts[next++];
  }
  return words;
}
