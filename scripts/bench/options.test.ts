import { expect, it } from 'vitest'
import { figureNames, readOptions } from './options'

it('every figure is measured by default', () => {
  expect(readOptions([])).toMatchObject({ only: figureNames, rounds: 5, payments: 50, json: false })
  expect(readOptions(['--only', 'start,link-read', '--quick', '--json'])).toMatchObject({
    only: ['link-read', 'start'],
    rounds: 3,
    json: true,
  })
})

it('an unknown figure is refused with the list of figures', () => {
  expect(() => readOptions(['--only', 'links'])).toThrow(/no figure links.*link-read/)
})
