import type { FastifyInstance } from 'fastify'
import { endpoints } from '@/lib/contract/endpoints'
import { parseIdempotencyKey } from '@/lib/contract/idempotency'
import { parseCreatePaymentLink } from '@/lib/contract/payment-link'
import type { Queryable } from '@/lib/platform/database'
import { answerOnce } from '@/lib/service/idempotency/answer-once'
import { cancelLink } from '@/lib/service/links/cancel-link'
import { createLink } from '@/lib/service/links/create-link'
import { getLink } from '@/lib/service/links/get-link'
import { listLinks } from '@/lib/service/links/list-links'
import { serve } from './endpoint'

/** Registers the endpoints of the contract's payment links. */
export function paymentLinkEndpoints(api: FastifyInstance): void {
  serve(api, 'createPaymentLink', ({ ctx, account, body, sent, idempotencyKey, requestId }) => {
    const parse = () => parseCreatePaymentLink(body, { currency: account.currency, now: ctx.now(), sent })
    const create = (tx?: Queryable) => createLink(ctx, parse(), tx)
    const sentKey = parseIdempotencyKey(idempotencyKey)
    if (sentKey === null) return create()
    const { method, path, successStatus } = endpoints.createPaymentLink
    // The fingerprint has the doubles of such numbers, so that another number could be replayed.
    if (sent.inexact.length > 0) parse()
    // The key is read before the body is checked, whose expiry may have passed since the first request.
    return answerOnce(ctx, { route: `${method} ${path}`, path, body, sentKey, requestId }, async (tx) => ({
      status: successStatus,
      body: JSON.stringify(await create(tx)),
    }))
  })
  serve(api, 'listPaymentLinks', ({ ctx, query }) => listLinks(ctx, query))
  serve(api, 'getPaymentLink', ({ ctx, id }) => getLink(ctx, id))
  serve(api, 'cancelPaymentLink', ({ ctx, id }) => cancelLink(ctx, id))
}
