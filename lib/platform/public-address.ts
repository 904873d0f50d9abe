import { BlockList, isIP, isIPv4 } from 'node:net'

/** IPv4 ranges that are no public host (IANA special-purpose registry, plus cloud metadata). */
const CLOSED_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's host agent listens here on every machine.
  ['168.63.129.16', 32],
]

/** IPv6 ranges inside global unicast (2000::/3) that are protocols, documentation, or embed an IPv4 address. */
const CLOSED_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closedV4 = new BlockList()
for (const [net, prefix] of CLOSED_V4) closedV4.addSubnet(net, prefix, 'ipv4')
const closedV6 = new BlockList()
for (const [net, prefix] of CLOSED_V6) closedV6.addSubnet(net, prefix, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address (no brackets) is public unicast, so that a merchant may make the service call it. */
export function isPublicUnicast(address: string): boolean {
  // A zone (`fe80::1%eth0`) names a network interface of this machine.
  if (isIP(address) === 0 || address.includes('%')) return false
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4')
  return globalV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6')
}
