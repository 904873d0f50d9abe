import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import type { CreatePaymentLink, PaymentLink } from '@/lib/contract/payment-link'
import type { ServiceContext } from '@/lib/service/context'
import { type LinkRow, renderLink } from './link-row'

/** A parsed request (`parseCreatePaymentLink`); `amountMinor` is in minor units of the account's currency. */
export type NewLink = Omit<CreatePaymentLink, 'amount'>

/**
 * Makes a link (contract: POST /payment_links) in the account's currency. One statement, which also checks that the
 * account may still charge. Throws `charges_disabled`.
 */
export async function createLink(ctx: ServiceContext, input: NewLink): Promise<PaymentLink> {
  const now = ctx.now()
  const id = newId('pl', now)
  const { rows } = await ctx.db.query<Pick<LinkRow, 'currency'>>({
    name: 'create-link',
    text: `INSERT INTO service.payment_link
        (account_id, id, title, description, amount_minor, currency, max_uses, expires_at, metadata, created_at)
      SELECT a.id, $2, $3, $4, $5, a.currency, $6, $7, $8, $9 FROM service.account a
      WHERE a.id = $1 AND a.charges_switch AND a.status IN ('TRIAL', 'ACTIVE') RETURNING currency`,
    values: [
      ctx.accountId,
      id,
      input.title,
      input.description,
      input.amountMinor,
      input.max_uses,
      input.expires_at,
      JSON.stringify(input.metadata),
      now,
    ],
  })
  if (!rows[0]) throw new ApiError('charges_disabled')
  return renderLink(
    {
      account_id: ctx.accountId,
      id,
      title: input.title,
      description: input.description,
      amount_minor: input.amountMinor,
      currency: rows[0].currency,
      status: 'ACTIVE',
      max_uses: input.max_uses,
      slots: 0,
      paid_count: 0,
      expires_at: input.expires_at,
      metadata: input.metadata,
      customer_id: null,
      open_count: 0,
      last_opened_at: null,
      created_at: now,
      closed_at: null,
    },
    ctx.urls,
  )
}
