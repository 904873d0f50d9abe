import * as z from 'zod'
import { type CursorResource, encodeCursor } from './cursor'
import { objectName } from './shared-fields'

/** Returns the schema of a list of items (contract: list). `items` is their name in the documentation. */
export function listOf<Item extends z.ZodType>(item: Item, items: string) {
  return z.looseObject({
    object: objectName('list'),
    data: z
      .array(item)
      .describe(`A page of ${items}, newest first (\`created_at\`, then \`id\`, both descending).`),
    has_more: z.boolean().describe('Whether there is a next page.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Pass it as `starting_after` to get the next page; null on the last one.'),
  })
}

/** A list with unparsed items: a client that has to tolerate one invalid item parses each by itself. */
export const unparsedListSchema = listOf(z.unknown(), 'objects')

export type List<Item> = { object: 'list'; data: Item[]; has_more: boolean; next_cursor: string | null }

/** Returns a page from up to `limit + 1` rows in list order; the extra row means that there are more. */
export function toList<Row extends { id: string; createdAt: Date }, Item>(
  resource: CursorResource,
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): List<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return {
    object: 'list',
    data: shown.map(toItem),
    has_more: hasMore,
    next_cursor: hasMore ? encodeCursor({ resource, createdAt: last.createdAt, id: last.id }) : null,
  }
}
