import { expect, it } from 'vitest'
import { isWithin, navItems } from './nav-items'

const currentAt = (path: string) =>
  navItems.filter(({ href, holds }) => isWithin(path, href, holds)).map(({ id }) => id)

it('marks exactly one place, on each screen of it', () => {
  expect(currentAt('/')).toEqual(['home'])
  expect(currentAt('/links/pl_1/share')).toEqual(['links'])
  expect(currentAt('/customers/new')).toEqual(['customers'])
  expect(currentAt('/settings/connect')).toEqual(['settings'])
})

it('marks the settings on the screens that they lead to', () => {
  expect(currentAt('/payouts')).toEqual(['settings'])
  expect(currentAt('/settings/audit')).toEqual(['settings'])
})

it('marks nothing where a name only begins alike', () => {
  expect(currentAt('/linksandmore')).toEqual([])
  expect(currentAt('/payoutsx')).toEqual([])
})

it('marks the settings on the page of webhooks, to which Developers leads for an account of another host', () => {
  expect(currentAt('/settings/webhook')).toEqual(['settings'])
  expect(currentAt('/developers/events/evt_1')).toEqual(['developers'])
})

it('gives no letter twice', () => {
  const letters = navItems.map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(letters.length)
})
