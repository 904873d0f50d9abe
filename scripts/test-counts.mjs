/**
 * Counts the results of a browser test report; errors outside of tests count, too.
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors?: unknown[] }} report
 * @returns {{ passed: number, failed: number }}
 */
export function countBrowserReport({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/**
 * Counts the results of the leak search, which is one test; each find is a failed one.
 * @param {{ finds: unknown[] }} report
 * @returns {{ passed: number, failed: number }}
 */
export function countLeakReport({ finds }) {
  return { passed: finds.length === 0 ? 1 : 0, failed: finds.length }
}
