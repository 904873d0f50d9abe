import { newId } from '@/lib/contract/ids'
import type { Database, Queryable } from '@/lib/platform/database'
import { mayShowMessages } from '@/lib/platform/env'
import type { ProcessResources } from '@/lib/platform/process'

/** A transport to a phone. An adapter throws if it knows that the message was not sent. */
export interface Messenger {
  /** Sends a code's message once; never repeats it by itself. */
  sendCode(message: CodeMessage): Promise<void>
}

export interface CodeMessage {
  accountId: string
  /** E.164, or the digits of any other number. */
  to: string
  /** The whole text, including the code: it is never logged. */
  text: string
}

/** Returns the messenger of this deployment; null if nothing can be sent. Adapters are chosen here. */
export function openMessenger({
  env,
  database,
}: Pick<ProcessResources, 'env' | 'database'>): Messenger | null {
  return mayShowMessages(env) ? showingMessenger(database, () => new Date()) : null
}

export interface ShownMessage {
  id: string
  account_id: string
  to: string
  text: string
  created_at: Date
}

const SHOWN_MAX = 100

/** Returns a messenger that shows messages instead of sending them: `listShownMessages` lists them. */
export function showingMessenger(database: Database, now: () => Date): Messenger {
  return {
    async sendCode(message) {
      const shownAt = now()
      const db = database.as('checkout_service', message.accountId)
      await showMessage(db, { ...message, id: newId('msg', shownAt), now: shownAt })
    },
  }
}

/** Shows a message instead of sending it, once for each id. */
export async function showMessage(
  db: Queryable,
  { id, accountId, to, text, now }: CodeMessage & { id: string; now: Date },
): Promise<void> {
  await db.query({
    name: 'show-message',
    text: `INSERT INTO service.shown_message (account_id, id, recipient, text, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING`,
    values: [accountId, id, to, text, now],
  })
}

/** Returns the latest shown messages of all accounts, newest first. `db` is a handle of `checkout_system`. */
export async function listShownMessages(db: Queryable): Promise<ShownMessage[]> {
  const { rows } = await db.query<ShownMessage>({
    text: `SELECT id, account_id, recipient AS "to", text, created_at FROM service.shown_message
      ORDER BY created_at DESC, id DESC LIMIT ${SHOWN_MAX}`,
  })
  return rows
}
