import { expect, it } from 'vitest'
import { type ListedPage, PaginationError, positionAfter } from './list-page'
import type { ListPosition } from './sync-run'

/** Reads pages whose cursors are `cursors`, again and again from `back` on, until the list ends or `pages` are read. */
function pagesOf(cursors: readonly string[], back: number, pages = 1_000): number {
  let position: ListPosition = { noun: 'links', of: 'window', cursor: null }
  for (let page = 0; page < pages; page += 1) {
    const at = page < cursors.length ? page : back + ((page - back) % (cursors.length - back))
    const listed = { next: cursors[at] ?? null, endless: false } as ListedPage
    const next = positionAfter(position, listed)
    if (!next) return page
    position = next
  }
  return pages
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `cursor ${index}`)

it('a list whose cursors form a cycle of any length ends with an error within a few rounds', () => {
  for (const [length, back] of [
    [1, 0],
    [2, 0],
    [7, 3],
    [40, 20],
  ] as const)
    expect(() => pagesOf(names(length), back, 4 * length + 4)).toThrow(PaginationError)
  expect(pagesOf(names(500), 0, 500)).toBe(500)
})
