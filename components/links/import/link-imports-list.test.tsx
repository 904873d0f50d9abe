import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { linkImportQuery } from '@/components/links/queries'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { linkImports } from '@/lib/messages/link-imports'
import { LinkImportsList } from './link-imports-list'

const linkImport: LinkImport = {
  id: 'imp_1',
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
  if (seen) client.setQueryData(linkImportQuery('', seen.id).queryKey, { linkImport: seen, rows: [] })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LinkImportsList imports={[listed]} />
    </QueryClientProvider>,
  )
}

it('each state has an icon and a label, and the time is formatted as in every list', () => {
  for (const state of ['QUEUED', 'RUNNING', 'STOPPED', 'DONE'] as const) {
    // The default clock of the tests is at the start of 1970.
    const html = shown({ ...linkImport, state })
    expect(html).toMatch(new RegExp(`<svg[^>]*>(?:(?!</span>).)*</svg>${linkImports.progress.state[state]}<`))
    expect(html).toContain('2 min ago')
  }
})

it('the list takes a newer state from the cache of the import’s page, never an older one', () => {
  const { state, bar } = linkImports.progress
  const queued = { ...linkImport, state: 'QUEUED', done: 0 } as const
  const running = { ...linkImport, state: 'RUNNING', done: 1 } as const
  for (const [listed, seen, expected] of [
    [queued, linkImport, [state.DONE, bar('3', '3')]],
    [queued, running, [state.RUNNING, bar('1', '3')]],
    [running, queued, [state.RUNNING, bar('1', '3')]],
    [linkImport, running, [state.DONE, bar('3', '3')]],
  ] as const)
    for (const text of expected) expect(shown(listed, seen)).toContain(text)
})
