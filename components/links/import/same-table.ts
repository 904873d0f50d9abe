/** Whether a text is another one with a few corrections; a table pasted over it is not. */
export function isSameTable(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same += 1
  let end = 0
  while (end < shorter - same && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return after.trim() !== '' && (same + end) * 2 > Math.max(before.length, after.length)
}
