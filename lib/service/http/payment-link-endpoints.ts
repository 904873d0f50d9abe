import type { FastifyInstance } from 'fastify'
import { parseCreatePaymentLink } from '@/lib/contract/payment-link'
import { cancelLink } from '@/lib/service/links/cancel-link'
import { createLink } from '@/lib/service/links/create-link'
import { getLink } from '@/lib/service/links/get-link'
import { listLinks } from '@/lib/service/links/list-links'
import { serve } from './endpoint'

/** Registers the endpoints of the contract's payment links. */
export function paymentLinkEndpoints(api: FastifyInstance): void {
  serve(api, 'createPaymentLink', ({ ctx, account, body, sent }) =>
    createLink(ctx, parseCreatePaymentLink(body, { currency: account.currency, now: ctx.now(), sent })),
  )
  serve(api, 'listPaymentLinks', ({ ctx, query }) => listLinks(ctx, query))
  serve(api, 'getPaymentLink', ({ ctx, id }) => getLink(ctx, id))
  serve(api, 'cancelPaymentLink', ({ ctx, id }) => cancelLink(ctx, id))
}
