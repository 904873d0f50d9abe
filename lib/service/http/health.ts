import type { FastifyInstance } from 'fastify'
import { booksAddUp } from '@/lib/service/ledger/coherence-health'
import { answerJson } from './answer'
import type { ApiOptions } from './api-options'

/**
 * `/healthz`: the process lives. `/readyz`: it can serve, which it cannot without its database, while it ends, or while
 * the books do not add up: `books` then says so until a comparison finds nothing.
 */
export function installHealth(app: FastifyInstance, { database, log }: ApiOptions): void {
  let ending = false
  app.addHook('preClose', async () => {
    ending = true
  })
  app.get('/healthz', async (request, reply) => answerJson(request, reply, 200, { status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const books = ending ? null : await readBooks()
    const status = books ? 'ok' : 'unavailable'
    return answerJson(
      request,
      reply,
      books ? 200 : 503,
      books === false ? { status, books: 'broken' } : { status },
    )
  })

  /** Whether the books add up; null when the database does not answer. */
  async function readBooks(): Promise<boolean | null> {
    try {
      return await booksAddUp(database.as('checkout_system'))
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.message : String(error) }, 'not ready')
      return null
    }
  }
}
