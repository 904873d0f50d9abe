import type { FastifyInstance } from 'fastify'
import { databaseAnswers } from '@/lib/platform/health'
import { readServiceHealth } from '@/lib/service/ledger/coherence-health'
import { answerJson } from './answer'
import type { ApiOptions } from './api-options'

/**
 * `/healthz`: the process lives. `/readyz`: this process can serve, which it cannot without its database and while it ends.
 * `/status`: signals of the whole service, for an alert: 503 while the books do not add up or a payment
 * that should have been closed is PENDING. No process is out of service for them.
 */
export function installHealth(
  app: FastifyInstance,
  { database, log, isEnding = () => false }: ApiOptions,
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
    const status =
      (health.breaks ?? 0) > 0 ? 'books_broken' : health.stuckPayments > 0 ? 'payments_stuck' : 'ok'
    return answerJson(request, reply, status === 'ok' ? 200 : 503, {
      status,
      books: {
        breaks: health.breaks,
        checked_at: health.checkedAt?.toISOString() ?? null,
        recent_checked_at: health.recentCheckedAt?.toISOString() ?? null,
      },
      payments: {
        pending: health.pendingPayments,
        stuck: health.stuckPayments,
        oldest_pending_seconds: Math.round(health.oldestPendingS),
      },
    })
  })

  function warn({ message: error }: Error): void {
    log.warn({ error }, 'the database did not answer')
  }

  const read = () =>
    readServiceHealth(database.as('checkout_system')).catch((error: Error) => {
      warn(error)
      return null
    })
}
