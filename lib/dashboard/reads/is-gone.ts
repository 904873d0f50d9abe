import { isStorable } from '@/lib/contract/text'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { confirmObject } from './confirm-object'

const BATCH = /^\/links\/import\/([^/?]+)/
const DETAIL = /^\/(links|payments)\/([^/?]+)/
/** What stands beside the ids in the addresses of `/links`. */
const NO_IDS = ['new', 'import']

/**
 * Whether the object that a page's address names is nowhere: not in the mirror, and unknown to the host; or no table of
 * links that was ever begun. What the mirror
 * has is believed without asking the host, and a host that does not answer proves nothing. An address that names no
 * object is never gone.
 */
export async function isGone(ctx: ConnectionContext, path: string): Promise<boolean> {
  const [, batch] = BATCH.exec(path) ?? []
  if (batch !== undefined) return isBatchGone(ctx, decoded(batch))
  const [, noun, raw] = DETAIL.exec(path) ?? []
  const id = decoded(raw)
  if ((noun !== 'links' && noun !== 'payments') || id === null || NO_IDS.includes(id)) return false
  const { connectionId, prisma } = ctx
  const where = { connectionId_id: { connectionId, id } }
  const read = async () =>
    noun === 'links'
      ? await prisma.mirrorLink.findUnique({ where })
      : await prisma.mirrorPayment.findUnique({ where })
  try {
    if (await read()) return false
    await confirmObject(ctx, noun, id, read)
    return false
  } catch (error) {
    return error instanceof Refusal && error.code === 'resource_not_found'
  }
}

/** A table of links is the dashboard's own: no host knows it. */
async function isBatchGone({ prisma, connectionId }: ConnectionContext, id: string | null): Promise<boolean> {
  if (id === null || !isStorable(id)) return true
  const where = { connectionId_id: { connectionId, id } }
  return (await prisma.linkBatch.findUnique({ where, select: { id: true } })) === null
}

function decoded(raw: string | undefined): string | null {
  try {
    return raw ? decodeURIComponent(raw) : null
  } catch {
    return null
  }
}
