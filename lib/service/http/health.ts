import type { FastifyInstance } from 'fastify'
import { answerJson } from './answer'
import type { ApiOptions } from './api-options'

/** `/healthz`: the process lives. `/readyz`: it can serve, which it cannot without its database or while it ends. */
export function installHealth(app: FastifyInstance, { database, log }: ApiOptions): void {
  let ending = false
  app.addHook('preClose', async () => {
    ending = true
  })
  app.get('/healthz', async (request, reply) => answerJson(request, reply, 200, { status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const ready = !ending && (await answers())
    return answerJson(request, reply, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable' })
  })

  async function answers(): Promise<boolean> {
    try {
      await database.as('checkout_system').query({ name: 'ready', text: 'SELECT 1' })
      return true
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.message : String(error) }, 'not ready')
      return false
    }
  }
}
