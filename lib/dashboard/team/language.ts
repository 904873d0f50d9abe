import { z } from 'zod'
import { asSystem, type Dashboard } from '@/lib/dashboard/context'
import { type Language, languages } from '@/lib/domain/languages'
import { sql } from '@/lib/platform/sql'

export const languageInput = z.strictObject({
  // Object.keys forgets the key type.
  language: z.enum(Object.keys(languages) as Language[]).nullable(),
})

type Scope = Pick<Dashboard, 'database'>

/** Stores the language of a user's dashboard and mails; null is that of the browser, and English in mails. */
export async function setLanguage({ database }: Scope, userId: string, language: Language | null) {
  await asSystem({ database }).query(sql`
    UPDATE dashboard."user" SET language = ${language} WHERE id = ${userId}`)
}

/** Returns the stored language of a user; null is that of the browser. */
export async function readLanguage({ database }: Scope, userId: string): Promise<string | null> {
  const { rows } = await asSystem({ database }).query<{ language: string | null }>(sql`
    SELECT language FROM dashboard."user" WHERE id = ${userId}`)
  return rows[0]?.language ?? null
}
