import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Set by us on every request before anything reads it, so that what a client sends under this name is gone. */
const PEER_HEADER = 'x-checkout-peer'
const IPV6_GROUPS = 8

/** Writes the far end of a request's connection into a header of it. */
export function markPeer(request: IncomingMessage): void {
  request.headers[PEER_HEADER] = plain(request.socket.remoteAddress ?? '')
}

/**
 * The address that a request came from: the connection's far end, or what the trusted proxies in front of us tell.
 * `trustedProxies`: addresses and CIDR ranges, separated by commas (TRUSTED_PROXIES).
 */
export function clientAddress(headers: Pick<Headers, 'get'>, trustedProxies: string): string {
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => plain(part.trim()))
  const peer = headers.get(PEER_HEADER)
  // Without our header there is no server of ours in front (a test, a build): the last hop told is all there is.
  if (peer === null) return forwarded.at(-1) || 'unknown'
  const trusted = rangesOf(trustedProxies)
  let address = peer
  for (const hop of forwarded.toReversed()) {
    if (!isTrusted(trusted, address) || isIP(hop) === 0) break
    address = hop
  }
  return address
}

/**
 * Whom a limit counts as one: an IPv4 address, or the /64 of an IPv6 address, of which anybody has all 2^64 to try
 * cards or passwords from.
 */
export function limitedAs(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address
  // WHATWG's spelling: lower case, no leading zeros, no dotted quad, one `::` for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const zeros = tail === undefined ? 0 : IPV6_GROUPS - groups.length - tail.split(':').filter(Boolean).length
  const network = [...groups, ...Array<string>(zeros).fill('0'), ...(tail ?? '').split(':')]
  return `${network.slice(0, IPV6_GROUPS / 2).join(':')}::/64`
}

function rangesOf(text: string): BlockList {
  const ranges = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) continue
    if (bits === undefined) ranges.addAddress(address, family)
    else ranges.addSubnet(address, Number(bits), family)
  }
  return ranges
}

function isTrusted(ranges: BlockList, address: string): boolean {
  return isIP(address) !== 0 && ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** An IPv4 address that arrived over an IPv6 socket is an IPv4 address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
