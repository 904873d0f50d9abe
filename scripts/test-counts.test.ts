import { expect, it } from 'vitest'
import { countBrowserReport, countLeakReport } from './test-counts.mjs'

it('an error outside of browser tests is a failure', () => {
  const stats = { expected: 4, flaky: 1, unexpected: 2 }
  expect(countBrowserReport({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3 })
  expect(countBrowserReport({ stats })).toEqual({ passed: 5, failed: 2 })
})

it('each secret found is a failure', () => {
  expect(countLeakReport({ finds: [] })).toEqual({ passed: 1, failed: 0 })
  expect(countLeakReport({ finds: [{}, {}] })).toEqual({ passed: 0, failed: 2 })
})
