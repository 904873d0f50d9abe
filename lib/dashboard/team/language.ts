import { z } from 'zod'
import type { Dashboard } from '@/lib/dashboard/context'
import { type Language, languages } from '@/lib/domain/languages'

export const languageInput = z.strictObject({
  // Object.keys forgets the key type.
  language: z.enum(Object.keys(languages) as Language[]).nullable(),
})

type Scope = Pick<Dashboard, 'database'>

/** Stores the language of a user's dashboard and mails; null is that of the browser, and English in mails. */
export async function setLanguage({ database }: Scope, userId: string, language: Language | null) {
  await database.as('checkout_dashboard_system').query({
    name: 'set-language',
    text: 'UPDATE dashboard."user" SET language = $2 WHERE id = $1',
    values: [userId, language],
  })
}

/** Returns the stored language of a user; null is that of the browser. */
export async function readLanguage({ database }: Scope, userId: string): Promise<string | null> {
  const { rows } = await database.as('checkout_dashboard_system').query<{ language: string | null }>({
    name: 'read-language',
    text: 'SELECT language FROM dashboard."user" WHERE id = $1',
    values: [userId],
  })
  return rows[0]?.language ?? null
}
