import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DataError } from '@/components/data/fetch-json'
import { read } from '@/components/data/read'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aMirrorHealth } from '@/test/factories/sync-fixtures'
import { LiveHealth, StaleBanner } from './live-health'

/** Renders the badge and the banner after these responses of the mirror's data route, the oldest first. */
async function htmlAfter(...responses: (MirrorHealth | DataError)[]): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const response of responses)
    await client.prefetchQuery({
      ...read('', 'mirror/health', {}),
      queryFn: () => {
        if (response instanceof DataError) throw response
        return response
      },
    })
  return renderToStaticMarkup(
    <EnglishTexts>
      <QueryClientProvider client={client}>
        <LocaleProvider locale="en" timeZone="UTC" now={Date.parse('2026-11-20T12:00:00.000Z')}>
          <LiveHealth />
          <StaleBanner />
        </LocaleProvider>
      </QueryClientProvider>
    </EnglishTexts>,
  )
}

const live = aMirrorHealth()

test.each(['service_unavailable', 'team_busy', 'unreachable', 'internal_error'])(
  'a page whose server responds with %s shows that its data may be old, until the server responds again',
  async (code) => {
    const failure = new DataError(code, null)
    const html = await htmlAfter(live, failure)
    expect(html).toContain('data-health="away"')
    expect(html).toContain(english('shell.healthShort.away'))
    expect(html).toContain(english('shell.serverAway.hint'))

    const recovered = await htmlAfter(live, failure, aMirrorHealth({ state: 'no_webhook' }))
    expect(recovered).toContain('data-health="no_webhook"')
    expect(recovered).not.toContain(english('shell.serverAway.hint'))
  },
)

test('a page without a response yet shows no state, and one of an ended session keeps the last state', async () => {
  expect(await htmlAfter()).toContain('data-health="unknown"')
  expect(await htmlAfter(live, new DataError('signed_out', null))).toContain('data-health="live"')
})
