import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { fetchObject } from '@/lib/dashboard/mirror/fetch-object'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'

/** Complete id, not the beginning of one that is being typed: each of those would cause a request. */
const WHOLE_ID = /^[a-z]{2,8}_[A-Za-z0-9]{16,}$/

/** Longest wait of a search for a slow host. */
const TIMEOUT_MS = 2_000

/**
 * Fetches the object of a complete id that the mirror lacks, as each of `nouns`, before a search: no event reports a link
 * that another program created. Changes nothing if the host does not respond.
 */
export async function fetchMissingId(
  ctx: ConnectionContext,
  text: string,
  nouns: readonly MirrorNoun[],
): Promise<void> {
  if (!WHOLE_ID.test(text)) return
  const { connectionId } = ctx
  const where = { connectionId_id: { connectionId, id: text } }
  const found = await Promise.all([
    ctx.prisma.mirrorLink.findUnique({ where, select: { id: true } }),
    ctx.prisma.mirrorPayment.findUnique({ where, select: { id: true } }),
    ctx.prisma.mirrorCustomer.findUnique({ where, select: { id: true } }),
    ctx.prisma.mirrorSettlement.findUnique({ where, select: { id: true } }),
  ])
  if (found.some(Boolean)) return
  await Promise.all(nouns.map((noun) => ask(ctx, noun, text)))
}

async function ask(ctx: ConnectionContext, noun: MirrorNoun, id: string): Promise<void> {
  try {
    await fetchObject(ctx, noun, id, AbortSignal.timeout(TIMEOUT_MS))
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ noun, id, problem: error.message }, 'a searched id was not asked for')
  }
}
