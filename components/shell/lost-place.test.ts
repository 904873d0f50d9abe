import { expect, it } from 'vitest'
import { lostPlace } from './lost-place'

it('names the noun and the id of an object that is not there', () => {
  expect(lostPlace('/links/pl_1')).toEqual({ noun: 'links', id: 'pl_1', list: '/links' })
  expect(lostPlace('/links/pl_1/share')).toEqual({ noun: 'links', id: 'pl_1', list: '/links' })
  expect(lostPlace('/payments/pay%20x')).toEqual({ noun: 'payments', id: 'pay x', list: '/payments' })
  expect(lostPlace('/links/import/lb_1')).toEqual({ noun: 'import', id: 'lb_1', list: '/links/import' })
})

it('calls everything else a page, and survives an id that cannot be decoded', () => {
  for (const path of ['/', '/nowhere', '/payments/', '/linksandmore/pl_1'])
    expect(lostPlace(path)).toEqual({ noun: 'page', id: null, list: null })
  expect(lostPlace('/links/%ff').id).toBe('%ff')
})
