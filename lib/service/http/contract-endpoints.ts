import type { FastifyInstance } from 'fastify'
import { createCustomerSchema, updateCustomerSchema } from '@/lib/contract/customer'
import { endpoints } from '@/lib/contract/endpoints'
import { parseRequest } from '@/lib/contract/field-errors'
import { parseIdempotencyKey } from '@/lib/contract/idempotency'
import { parseCreatePaymentLink } from '@/lib/contract/payment-link'
import type { Queryable } from '@/lib/platform/database'
import { renderAccount } from '@/lib/service/accounts/account-row'
import { getBalance } from '@/lib/service/balance/get-balance'
import { chargeCustomer } from '@/lib/service/charges/charge-customer'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { getCustomer, listCustomers } from '@/lib/service/customers/customer-row'
import { updateCustomer } from '@/lib/service/customers/update-customer'
import { getDispute, listDisputes } from '@/lib/service/disputes/dispute-list'
import { storeDisputeFile } from '@/lib/service/disputes/store-file'
import { submitEvidence } from '@/lib/service/disputes/submit-evidence'
import { answerOnce } from '@/lib/service/idempotency/answer-once'
import { cancelLink } from '@/lib/service/links/cancel-link'
import { createLink } from '@/lib/service/links/create-link'
import { getLink, listLinks } from '@/lib/service/links/link-row'
import { getPayment, listPayments } from '@/lib/service/payments/payment-row'
import { listRefunds } from '@/lib/service/refunds/list-refunds'
import { refundPayment } from '@/lib/service/refunds/refund-payment'
import { getSettlement, listSettlements } from '@/lib/service/settlements/settlement-row'
import { PagedAnswer } from './answer'
import type { ApiOptions } from './call'
import { serve } from './endpoint'

/** Registers the endpoints of the contract and of our extension: each is one verb of the service. */
export function contractEndpoints(api: FastifyInstance, { processor, keyring, leaseMs }: ApiOptions): void {
  serve(api, 'getAccount', async ({ account, deployment }) => renderAccount(account, deployment))

  serve(api, 'getBalance', ({ ctx, account }) => getBalance(ctx, account))

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

  serve(api, 'listPayments', ({ ctx, query }) => listPayments(ctx, query))
  serve(api, 'getPayment', ({ ctx, id }) => getPayment(ctx, id))

  serve(api, 'createRefund', ({ ctx, account, id, body, sent, idempotencyKey, requestId }) =>
    refundPayment(
      { ctx, processor, leaseMs },
      {
        paymentId: id,
        body,
        amountLiteral: sent.literals.get('amount'),
        idempotencyKey,
        requestId,
        currency: account.currency,
      },
    ),
  )
  serve(api, 'listRefunds', ({ ctx, id, query }) => listRefunds(ctx, id, query))

  serve(api, 'listDisputes', ({ ctx, query }) => listDisputes(ctx, query))
  serve(api, 'getDispute', ({ ctx, id }) => getDispute(ctx, id))
  serve(api, 'uploadDisputeFile', ({ ctx, id, query: { name }, file }) =>
    storeDisputeFile(ctx, id, { name, content: file }),
  )
  serve(api, 'submitEvidence', ({ ctx, id, body }) => submitEvidence(ctx, id, body))

  serve(api, 'createCharge', ({ ctx, account, id, body, sent, idempotencyKey, requestId }) =>
    chargeCustomer(
      { ctx, processor, keyring, leaseMs },
      {
        customerId: id,
        body,
        amountLiteral: sent.literals.get('amount'),
        idempotencyKey,
        requestId,
        accountName: account.name,
        currency: account.currency,
      },
    ),
  )

  serve(api, 'createCustomer', ({ ctx, account: { country }, body }) =>
    createCustomer(ctx, { ...parseRequest(createCustomerSchema, body), country }),
  )
  serve(api, 'listCustomers', ({ ctx, account: { country }, query }) => listCustomers(ctx, query, country))
  serve(api, 'getCustomer', ({ ctx, id }) => getCustomer(ctx, id))
  serve(api, 'updateCustomer', ({ ctx, account: { country }, id, body }) =>
    updateCustomer(ctx, id, { ...parseRequest(updateCustomerSchema, body), country }),
  )

  serve(api, 'listSettlements', ({ ctx, query }) => listSettlements(ctx, query))
  serve(api, 'getSettlement', async ({ ctx, id }) => {
    const { settlement, payments } = await getSettlement(ctx, id)
    return new PagedAnswer(settlement, 'payments', payments)
  })
}
