import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'

/** Header that this service sets on every request before anything reads it, so that a client's value is overwritten. */
const PEER_HEADER = 'x-checkout-peer'
const IPV6_GROUPS = 8

/** Returns the address of the other end of a socket; empty for one that is closed. */
export function peerAddress({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return plain(remoteAddress)
}

/** Writes the peer address of a request's connection into its header. */
export function setPeerAddress(request: IncomingMessage): void {
  request.headers[PEER_HEADER] = peerAddress(request.socket)
}

/** Returns the address that a request came from: its peer, or the one that TRUSTED_PROXIES report. */
export function clientAddress(headers: Pick<Headers, 'get'>, trustedProxies: string): string {
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => plain(part.trim()))
  const peer = headers.get(PEER_HEADER)
  // Without the header no server of ours is in front (a test, a build): only the last reported hop remains.
  if (peer === null) return forwarded.at(-1) || 'unknown'
  const trusted = rangesOf(trustedProxies)
  let address = peer
  for (const hop of forwarded.toReversed()) {
    if (!isTrusted(trusted, address) || isIP(hop) === 0) break
    address = hop
  }
  return address
}

/** Returns the subject of a limit: an IPv4 address, or a /64 of IPv6, which a client has whole. */
export function limitedAs(address: string): string {
  return isIPv6(address) && !address.includes('%') ? networkOf6(address, 4) : address
}

/** Returns the network of an address that one customer of a provider may have: a /24, or the /48 of an IPv6 address. */
export function networkOf(address: string): string {
  return isIPv6(address) && !address.includes('%') ? networkOf6(address, 3) : address.replace(/\.\d+$/, '')
}

function networkOf6(address: string, size: number): string {
  // WHATWG's format: lower case, no leading zeros, no dotted quad, one `::` for the longest run of zeros.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const zeros = tail === undefined ? 0 : IPV6_GROUPS - groups.length - tail.split(':').filter(Boolean).length
  const network = [...groups, ...Array<string>(zeros).fill('0'), ...(tail ?? '').split(':')]
  return `${network.slice(0, size).join(':')}::/${size * 16}`
}

/** Returns whether a peer is a trusted proxy or this machine, behind which any number of clients may be. */
export function isTrustedPeer(address: string, trustedProxies: string): boolean {
  return address === '' || /^(127\.|::1$)/.test(address) || isTrusted(rangesOf(trustedProxies), address)
}

function rangesOf(text: string): BlockList {
  const ranges = new BlockList()
  for (const entry of text.split(',')) addRange(ranges, entry.trim())
  return ranges
}

/** Adds an address or a CIDR range to `ranges`. Returns false if `entry` is neither. */
export function addRange(ranges: BlockList, entry: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const version = isIP(address)
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (version === 0 || Number(bits ?? 0) > (version === 6 ? 128 : 32)) return false
  if (bits === undefined) ranges.addAddress(address, family)
  else ranges.addSubnet(address, Number(bits), family)
  return true
}

function isTrusted(ranges: BlockList, address: string): boolean {
  return isIP(address) !== 0 && ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Returns an IPv4 address that arrived over an IPv6 socket as an IPv4 address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}
