import type { Environment } from './env'

/** Returns whether a host name or address is this machine's own. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

/**
 * Returns whether `http://localhost` may be an account's host or receive events (decisions: addresses): in test mode,
 * if the dashboard itself is only reachable from this machine. Elsewhere strangers would reach other services on the
 * machine.
 */
export function mayCallLocalhost({
  TEST_MODE,
  WEB_URL,
}: Pick<Environment, 'TEST_MODE' | 'WEB_URL'>): boolean {
  return TEST_MODE && isLoopback(new URL(WEB_URL).hostname)
}

/**
 * Returns whether messages may be shown instead of sent: only if the pages are reachable from this machine alone.
 * Elsewhere a shown code would prove nothing.
 */
export function mayShowMessages(env: Pick<Environment, 'TEST_MODE' | 'HOST' | 'WEB_URL'>): boolean {
  return mayCallLocalhost(env) && isLoopback(env.HOST)
}
