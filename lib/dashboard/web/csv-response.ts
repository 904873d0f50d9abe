import type { ConnectionContext } from '@/lib/dashboard/context'
import { dayIn } from '@/lib/domain/calendar-days'
import { streamText } from './stream-text'

/**
 * Returns a CSV file as it is produced, named after its list and the account's day, so that exports of two days do not
 * overwrite each other. Throws as its source does before the first text, so that a refusal is not a broken download.
 */
export async function csvResponse(
  { account, now }: ConnectionContext,
  list: string,
  text: AsyncGenerator<string>,
): Promise<Response> {
  const day = dayIn(now().getTime(), account.timezone)
  return new Response(await streamText(text), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${list}-${day}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
