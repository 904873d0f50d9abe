import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { linkBatches } from '@/lib/messages/link-batches'
import type { BatchProgress } from './batch-shapes'
import { BatchesList } from './batches-list'

it('tells each state by icon and word, and when as every list does', () => {
  for (const state of ['QUEUED', 'RUNNING', 'STOPPED', 'DONE'] as const) {
    const batch: BatchProgress = {
      id: 'batch_1',
      name: 'tables.csv',
      state,
      total: 3,
      done: 3,
      failed: 0,
      problem: null,
      created_at: new Date(-120_000).toISOString(),
      finished_at: null,
    }
    // Without a place of its own the clock stands at the start of 1970.
    const html = renderToStaticMarkup(<BatchesList batches={[batch]} />)
    expect(html).toMatch(new RegExp(`<svg[^>]*>(?:(?!</span>).)*</svg>${linkBatches.progress.state[state]}<`))
    expect(html).toContain('2 min ago')
  }
})
