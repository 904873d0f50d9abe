import { z } from 'zod'
import { QUERY_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/contract/text'
import { type QuerySource, readQuery } from '@/lib/dashboard/reads/read-query'
import { refusals } from '@/lib/messages/refusals'

const searchQuery = z.object({
  q: z.string().trim().min(1).max(QUERY_TEXT_MAX).refine(isStorable, { message: refusals.fields.id }),
})

/** What is searched for. Throws Refusal `invalid_parameters`. */
export function parseSearch(source: QuerySource): { text: string } {
  return { text: readQuery(searchQuery, source).q }
}
