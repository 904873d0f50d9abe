import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { linkImportQuery } from '@/components/links/queries'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { linkBatches } from '@/lib/messages/link-batches'
import { LinkImportsList } from './link-imports-list'

const batch: LinkImport = {
  id: 'batch_1',
  name: 'tables.csv',
  state: 'DONE',
  total: 3,
  done: 3,
  failed: 0,
  problem: null,
  created_at: new Date(-120_000).toISOString(),
  finished_at: null,
}

function shown(listed: LinkImport, seen?: LinkImport): string {
  const client = new QueryClient()
  if (seen) client.setQueryData(linkImportQuery('', seen.id).queryKey, { batch: seen, rows: [] })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LinkImportsList batches={[listed]} />
    </QueryClientProvider>,
  )
}

it('each state has an icon and a label, and the time is formatted as in every list', () => {
  for (const state of ['QUEUED', 'RUNNING', 'STOPPED', 'DONE'] as const) {
    // The default clock of the tests is at the start of 1970.
    const html = shown({ ...batch, state })
    expect(html).toMatch(new RegExp(`<svg[^>]*>(?:(?!</span>).)*</svg>${linkBatches.progress.state[state]}<`))
    expect(html).toContain('2 min ago')
  }
})

it('the list takes a newer state from the cache of the import’s page, never an older one', () => {
  const { state, bar } = linkBatches.progress
  const queued = { ...batch, state: 'QUEUED', done: 0 } as const
  const running = { ...batch, state: 'RUNNING', done: 1 } as const
  for (const [listed, seen, expected] of [
    [queued, batch, [state.DONE, bar('3', '3')]],
    [queued, running, [state.RUNNING, bar('1', '3')]],
    [running, queued, [state.RUNNING, bar('1', '3')]],
    [batch, running, [state.DONE, bar('3', '3')]],
  ] as const)
    for (const text of expected) expect(shown(listed, seen)).toContain(text)
})
