import { expect, test } from 'vitest'
import { clientAddress, limitedAs, networkOf } from './peer-address'

const from = (headers: Record<string, string>) => new Headers(headers)

test('an X-Forwarded-For header of a client is ignored', () => {
  const headers = from({ 'x-checkout-peer': '198.51.100.7', 'x-forwarded-for': '203.0.113.1' })
  expect(clientAddress(headers, '')).toBe('198.51.100.7')
  expect(clientAddress(headers, '10.0.0.0/8')).toBe('198.51.100.7')
})

test('the client behind trusted proxies is the first address that is not a proxy’s', () => {
  const headers = from({
    'x-checkout-peer': '10.0.0.2',
    'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.0.0.1',
  })
  expect(clientAddress(headers, '10.0.0.0/8')).toBe('198.51.100.7')
  expect(clientAddress(headers, '10.0.0.0/8, 198.51.100.7')).toBe('203.0.113.9')
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:DB8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:db8:0:7::9', '2001:db8:0:7::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', 'unknown'],
])('the address %s counts as %s for a limit', (address, subject) => {
  expect(limitedAs(address)).toBe(subject)
})

test.each([
  ['198.51.100.7', '198.51.100'],
  ['2001:DB8:9:7::1', '2001:db8:9::/48'],
  ['unknown', 'unknown'],
])('the address %s belongs to the network %s of one customer', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
