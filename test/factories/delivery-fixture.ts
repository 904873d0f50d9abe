import { newId } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import { createAccount } from '@/lib/service/accounts/create-account'
import type { PanelContext } from '@/lib/service/panel/panel'

interface SeededDelivery {
  endpoint: string
  at: Date
  status?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED'
  kind?: string
  objectId?: string
  attempts?: number
  errorClass?: string | null
  answerStatus?: number | null
  lastAttemptAt?: Date
  nextAttemptAt?: Date
}

/** Account whose deliveries a test writes in the form that attempts leave. */
export interface DeliveryFixture {
  panel: PanelContext
  endpoint(url: string, status?: string): Promise<string>
  /** Inserts deliveries and returns their ids, in the order of the rows. */
  deliveries(rows: readonly SeededDelivery[]): Promise<string[]>
  /** Records the outcome of a manual attempt, like a worker. */
  answered(id: string, at: Date, errorClass?: string | null): Promise<void>
}

export async function createDeliveryFixture(database: Database, now: () => Date): Promise<DeliveryFixture> {
  const account = await createAccount(
    database.as('checkout_system'),
    { name: 'Shop', contact_email: 'a@shop.example', currency: 'USD', timezone: 'UTC', country: 'US' },
    now(),
  )
  const accountId = account.id
  const db = database.as('checkout_service', accountId)
  const actor = { kind: 'member', id: 'user_1' } as const
  return {
    panel: { accountId, account, keyId: 'key_1', maxScope: 'all', actor, db, now },
    async endpoint(url, status = 'ACTIVE') {
      const id = newId('we', now())
      await db.query({
        text: `INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, status, created_at)
          VALUES ($1, $2, $3, 'x', $4, $5)`,
        values: [accountId, id, url, status, now()],
      })
      return id
    },
    async deliveries(rows) {
      const ids: string[] = []
      for (const row of rows) {
        const { status = 'FAILED', kind = 'payment.succeeded', objectId = 'pay_1', at } = row
        const { attempts = status === 'SKIPPED' ? 0 : 1 } = row
        const isTried = attempts > 0
        const errorClass = row.errorClass ?? (isTried && status !== 'SUCCEEDED' ? 'http_5xx' : null)
        const answerStatus = row.answerStatus ?? (isTried ? (errorClass ? null : 200) : null)
        const eventId = newId('evt', at)
        const id = newId('whd', at)
        ids.push(id)
        await db.query({
          name: 'desk-event',
          text: `INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
            VALUES ($1, $2, $3, $4, $5, $6)`,
          values: [accountId, eventId, kind, objectId, JSON.stringify({ event: kind }), at],
        })
        await db.query({
          name: 'desk-delivery',
          text: `INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, status, attempts,
              automatic_attempts, next_attempt_at, created_at, last_attempt_at, last_answer_status, last_error_class, finished_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13,
              CASE $7 WHEN 'PENDING' THEN NULL ELSE $10::timestamptz END)`,
          values: [
            accountId,
            id,
            eventId,
            row.endpoint,
            kind,
            objectId,
            status,
            attempts,
            row.nextAttemptAt ?? at,
            at,
            isTried ? (row.lastAttemptAt ?? at) : null,
            answerStatus,
            errorClass,
          ],
        })
      }
      return ids
    },
    async answered(id, at, errorClass = null) {
      await db.query({
        text: `UPDATE service.delivery SET manual_due_at = NULL, attempts = attempts + 1, last_attempt_at = $3,
            last_error_class = $4, status = CASE WHEN $4::text IS NULL THEN 'SUCCEEDED' ELSE status END,
            finished_at = CASE WHEN $4::text IS NULL THEN $3 ELSE finished_at END
          WHERE account_id = $1 AND id = $2`,
        values: [accountId, id, at, errorClass],
      })
    },
  }
}
