/** Where payers, programs and readers go: none of them is led into a dashboard. */
const OTHERS = ['api', 'docs', 'join', 'pay', 'receipt', 'test-bank']

/** Whether an unknown path, in its parts, lies outside the dashboard; a file's name does. */
export function isOtherDoor(path: readonly string[]): boolean {
  return OTHERS.includes(path[0] ?? '') || /\.[a-z0-9]+$/i.test(path.at(-1) ?? '')
}
