import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '@/lib/platform/env'
import { databaseAnswers } from '@/lib/platform/http-server'
import { equalInConstantTime } from '@/lib/platform/secrets'
import { readServiceHealth, type ServiceHealth } from '@/lib/service/ledger/coherence-health'
import { answerJson } from './answer'
import type { ApiOptions } from './call'

/** Maximum age of the nightly full comparison and of the hourly recent one: a run or two may fail. */
const CHECKED_WITHIN_MS = 50 * 3_600_000
const RECENTLY_CHECKED_WITHIN_MS = 3 * 3_600_000
/** Time for which all callers get the same signals. */
const STATUS_EVERY_MS = 1_000

/**
 * Registers `/healthz` (the process lives), `/readyz` (it can serve) and `/status`: 503 while books, payments or jobs
 * need the operator. Its public response is a word; the details are for this machine and the operator's token.
 */
export function installHealth(
  app: FastifyInstance,
  {
    database,
    log,
    statusToken,
    now = () => new Date(),
    isEnding = () => false,
    monotonicMs = () => performance.now(),
  }: ApiOptions,
): void {
  let closing = false
  let latest: { sinceMs: number; signals: Promise<Signals> } | null = null
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', async (request, reply) => answerJson(request, reply, 200, { status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const ready = !closing && !isEnding() && (await databaseAnswers(database, warn))
    return answerJson(request, reply, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable' })
  })
  app.get('/status', async (request, reply) => {
    const { status, at, details } = await shared()
    const shown = showsDetails(request, statusToken)
      ? { status, at, ...details }
      : { status: wordOf(status), at }
    return answerJson(request, reply, status === 'ok' ? 200 : 503, shown)
  })

  /** Returns the signals, computed once for all callers of a second. */
  function shared(): Promise<Signals> {
    if (!latest || monotonicMs() - latest.sinceMs >= STATUS_EVERY_MS)
      latest = { sinceMs: monotonicMs(), signals: read() }
    return latest.signals
  }

  async function read(): Promise<Signals> {
    const at = now().toISOString()
    try {
      const health = await readServiceHealth(database.as('checkout_system').reserved())
      return { status: statusOf(health), at, details: detailsOf(health) }
    } catch (error) {
      warn(error instanceof Error ? error : new Error(String(error)))
      return { status: 'unavailable', at, details: {} }
    }
  }

  function statusOf({
    breaks,
    stuckPayments,
    overdueJobs,
    checkedAt,
    recentCheckedAt,
  }: ServiceHealth): string {
    const ageMs = (at: Date | null) => (at ? now().getTime() - at.getTime() : 0)
    if ((breaks ?? 0) > 0) return 'books_broken'
    if (stuckPayments > 0) return 'payments_stuck'
    if (overdueJobs.length > 0) return 'jobs_overdue'
    return ageMs(checkedAt) > CHECKED_WITHIN_MS || ageMs(recentCheckedAt) > RECENTLY_CHECKED_WITHIN_MS
      ? 'books_unchecked'
      : 'ok'
  }

  function warn({ message: error }: Error): void {
    log.warn({ error }, 'the database did not answer')
  }
}

interface Signals {
  status: string
  at: string
  details: object
}

/** Returns the public word: which signal it is concerns the operator alone. */
function wordOf(status: string): string {
  return status === 'ok' || status === 'unavailable' ? status : 'degraded'
}

function detailsOf(health: ServiceHealth): object {
  return {
    books: {
      breaks: health.breaks,
      checked_at: health.checkedAt?.toISOString() ?? null,
      recent_checked_at: health.recentCheckedAt?.toISOString() ?? null,
    },
    jobs: { overdue: health.overdueJobs, oldest_due_seconds: Math.round(health.oldestDueJobS) },
    payments: {
      pending: health.pendingPayments,
      stuck: health.stuckPayments,
      oldest_pending_seconds: Math.round(health.oldestPendingS),
    },
  }
}

/** Headers of requests that a proxy passes on; one on this machine connects from loopback as well. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Returns whether a request comes from this machine itself, or has the operator's token. */
function showsDetails({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  const given = headers.authorization?.replace(/^Bearer /i, '')
  if (token !== undefined && given !== undefined && equalInConstantTime(given, token)) return true
  const peer = (raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(peer) && !PROXIED.some((name) => name in headers)
}
