import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from './database'

const underWay = new WeakMap<Database, Promise<boolean>>()

/**
 * Returns whether the database responds; any error counts as no response, and `onSilence` is called with it. Concurrent
 * callers share one query, on a connection that other requests cannot take: load puts no process out of service.
 */
export function databaseAnswers(
  database: Database,
  onSilence: (error: Error) => void = () => {},
): Promise<boolean> {
  const asked = underWay.get(database)
  if (asked) return asked
  const asking = ask(database, onSilence).finally(() => underWay.delete(database))
  underWay.set(database, asking)
  return asking
}

async function ask(database: Database, onSilence: (error: Error) => void): Promise<boolean> {
  try {
    await database.as('checkout_system').reserved().query({ name: 'ready', text: 'SELECT 1' })
    return true
  } catch (error) {
    onSilence(error instanceof Error ? error : new Error(String(error)))
    return false
  }
}

/**
 * Responds to `/healthz` (the process lives) and `/readyz` (it can serve: 503 while `isReady` is false) on a server
 * without a router. Returns whether the request was one of the two.
 */
export function answerHealth(
  { url, method }: IncomingMessage,
  response: ServerResponse,
  isReady: () => Promise<boolean>,
): boolean {
  if ((url !== '/healthz' && url !== '/readyz') || (method !== 'GET' && method !== 'HEAD')) return false
  const answer = (well: boolean) =>
    response
      .writeHead(well ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify({ status: well ? 'ok' : 'unavailable' }))
  if (url === '/healthz') answer(true)
  else void isReady().then(answer)
  return true
}
