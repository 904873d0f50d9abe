import { expect, it } from 'vitest'
import { figureNames, readOptions } from './options'

it('measures everything unless told which', () => {
  expect(readOptions([])).toMatchObject({ only: figureNames, rounds: 5, payments: 50, json: false })
  expect(readOptions(['--only', 'start,link-read', '--quick', '--json'])).toMatchObject({
    only: ['link-read', 'start'],
    rounds: 3,
    json: true,
  })
})

it('names the figures that there are when asked for another', () => {
  expect(() => readOptions(['--only', 'links'])).toThrow(/no figure links.*link-read/)
})
