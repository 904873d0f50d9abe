import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import type { CreatePaymentLink, PaymentLink } from '@/lib/contract/payment-link'
import type { Queryable } from '@/lib/platform/database'
import { chargesEnabledSql } from '@/lib/service/accounts/account-row'
import type { ServiceContext } from '@/lib/service/context'
import { type LinkRow, linkColumns, renderLink } from './link-row'

/** A parsed request (`parseCreatePaymentLink`); `amountMinor` is in minor units of the account's currency. */
export type NewLink = Omit<CreatePaymentLink, 'amount'>

/** Creates a link (contract: POST /payment_links), if the account may charge. Throws `charges_disabled`. */
export async function createLink(
  ctx: ServiceContext,
  input: NewLink,
  tx: Queryable = ctx.db,
): Promise<PaymentLink> {
  return renderLink(await insertLink(tx, ctx, input, null), ctx.urls)
}

/** Creates a link inside a caller's transaction, with or without a customer. */
export async function insertLink(
  tx: Queryable,
  ctx: Pick<ServiceContext, 'accountId' | 'now'>,
  input: NewLink,
  customerId: string | null,
): Promise<LinkRow> {
  const now = ctx.now()
  const id = newId('pl', now)
  const { rows } = await tx.query<LinkRow>({
    name: 'create-link',
    text: `INSERT INTO service.payment_link
        (account_id, id, title, description, amount_minor, currency, max_uses, expires_at, metadata, customer_id, created_at)
      SELECT a.id, $2, $3, $4, $5, a.currency, $6, $7, $8, $9, $10 FROM service.account a
      WHERE a.id = $1 AND ${chargesEnabledSql} RETURNING ${linkColumns}`,
    values: [
      ctx.accountId,
      id,
      input.title,
      input.description,
      input.amountMinor,
      input.max_uses,
      input.expires_at,
      JSON.stringify(input.metadata),
      customerId,
      now,
    ],
  })
  if (!rows[0]) throw new ApiError('charges_disabled')
  return rows[0]
}
