import { expect, test } from 'vitest'
import { showsDesignPage } from './development'

test.each([
  ['production', undefined, false],
  ['production', '0', false],
  ['production', '1', true],
  ['development', undefined, true],
  ['test', undefined, false],
] as const)('the design page in %s with DESIGN_PAGE=%s is served: %s', (mode, flag, shown) => {
  expect(showsDesignPage({ NODE_ENV: mode, DESIGN_PAGE: flag })).toBe(shown)
})
