/**
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {{ passed: number, failed: number }} a file that could not even be loaded counts as one failure
 */
export function countUnitReport({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/**
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors?: unknown[] }} report
 * @returns {{ passed: number, failed: number }} what fell outside any test counts, too
 */
export function countBrowserReport({ stats, errors = [] }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/**
 * @param {{ finds: unknown[] }} report
 * @returns {{ passed: number, failed: number }} the search is one test; each find is a failed one
 */
export function countLeakReport({ finds }) {
  return { passed: finds.length === 0 ? 1 : 0, failed: finds.length }
}
