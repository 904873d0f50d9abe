import { expect, it } from 'vitest'
import { isOtherDoor } from './other-door'

it('tells the dashboard’s own addresses from those of payers, programs and files', () => {
  for (const path of ['no/such/page', 'payment', 'settings/nothing', 'payments/pay_1/nothing'])
    expect(isOtherDoor(path.split('/'))).toBe(false)
  for (const path of ['pay/pl_1/nothing', 'api/v9', 'api', 'docs/a/b', 'favicon.ico', 'apple-touch-icon.png'])
    expect(isOtherDoor(path.split('/'))).toBe(true)
})
