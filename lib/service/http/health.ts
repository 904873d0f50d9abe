import type { FastifyInstance } from 'fastify'
import { databaseAnswers } from '@/lib/platform/health'
import { readServiceHealth, type ServiceHealth } from '@/lib/service/ledger/coherence-health'
import { answerJson } from './answer'
import type { ApiOptions } from './api-options'

/**
 * Maximum age of a full comparison, which runs once a night, besides hourly ones of recent rows: one or two runs may
 * fail.
 */
const CHECKED_WITHIN_MS = 50 * 3_600_000
const RECENTLY_CHECKED_WITHIN_MS = 3 * 3_600_000

/**
 * Registers the health routes. `/healthz`: the process lives. `/readyz`: this process can serve: its database responds,
 * and the process is not ending. `/status`: signals of the whole service, for an alert: 503 while the books are
 * inconsistent, while a payment that should have been closed is PENDING, while a scheduled job is overdue, or when the
 * books are no longer compared. These signals put no process out of service.
 */
export function installHealth(
  app: FastifyInstance,
  { database, log, now = () => new Date(), isEnding = () => false }: ApiOptions,
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', async (request, reply) => answerJson(request, reply, 200, { status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const ready = !closing && !isEnding() && (await databaseAnswers(database, warn))
    return answerJson(request, reply, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable' })
  })
  app.get('/status', async (request, reply) => {
    const health = await read()
    if (!health) return answerJson(request, reply, 503, { status: 'unavailable' })
    const status = statusOf(health)
    return answerJson(request, reply, status === 'ok' ? 200 : 503, {
      status,
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
    })
  })

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

  const read = () =>
    readServiceHealth(database.as('checkout_system')).catch((error: Error) => {
      warn(error)
      return null
    })
}
