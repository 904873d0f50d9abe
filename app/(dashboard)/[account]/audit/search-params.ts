import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { isStorable } from '@/lib/contract/text'

/** The page of the list that an address names; one that cannot be read is the newest. */
export function readCursor({
  cursor,
}: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const isReadable =
    typeof cursor === 'string' && cursor !== '' && cursor.length <= ID_TEXT_MAX && isStorable(cursor)
  return isReadable ? cursor : null
}
