import { expect, it } from 'vitest'
import { isWithin, navItems } from './nav-items'

const currentAt = (path: string) =>
  navItems.filter(({ href, holds }) => isWithin(path, href, holds)).map(({ id }) => id)

it('exactly one item is current on each of its screens', () => {
  expect(currentAt('/')).toEqual(['home'])
  expect(currentAt('/links/pl_1/share')).toEqual(['links'])
  expect(currentAt('/customers/new')).toEqual(['customers'])
  expect(currentAt('/settings/connect')).toEqual(['settings'])
})

it('Settings is current on the screens that it contains', () => {
  expect(currentAt('/payouts')).toEqual(['settings'])
  expect(currentAt('/settings/audit')).toEqual(['settings'])
})

it('an item is not current on a path that only has the same prefix', () => {
  expect(currentAt('/linksandmore')).toEqual([])
  expect(currentAt('/payoutsx')).toEqual([])
})

it('Settings is current on the webhook page, to which Developers leads for an account of an external host', () => {
  expect(currentAt('/settings/webhook')).toEqual(['settings'])
  expect(currentAt('/developers/events/evt_1')).toEqual(['developers'])
})

it('each letter belongs to one item', () => {
  const letters = navItems.map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(letters.length)
})
