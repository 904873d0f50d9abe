import { expect, it } from 'vitest'
import { missingObject } from './screen-not-found'

it('a path of an object gives its noun and id', () => {
  expect(missingObject('/links/pl_1')).toEqual({ noun: 'links', id: 'pl_1', list: '/links' })
  expect(missingObject('/links/pl_1/share')).toEqual({ noun: 'links', id: 'pl_1', list: '/links' })
  expect(missingObject('/payments/pay%20x')).toEqual({ noun: 'payments', id: 'pay x', list: '/payments' })
  expect(missingObject('/links/import/lb_1')).toEqual({ noun: 'import', id: 'lb_1', list: '/links/import' })
  expect(missingObject('/balance/settlements/set_1')).toEqual({
    noun: 'settlements',
    id: 'set_1',
    list: '/balance',
  })
})

it('any other path is a page, also with an id that cannot be decoded', () => {
  for (const path of ['/', '/nowhere', '/payments/', '/linksandmore/pl_1'])
    expect(missingObject(path)).toEqual({ noun: 'page', id: null, list: null })
  expect(missingObject('/links/%ff').id).toBe('%ff')
})
