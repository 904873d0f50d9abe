import type { SealedColumn } from '@/lib/platform/reseal'
import { numberAad } from '@/lib/service/bank/bank-account-row'
import { tokenAad } from '@/lib/service/customers/saved-card'
import { pendingCardAad } from '@/lib/service/sign-up/pending-card'
import { secretAad } from '@/lib/service/webhooks/endpoint-row'

type Row = Readonly<Record<string, unknown>>

const text = (row: Row, name: string) => String(row[name])
const ofEndpoint = (row: Row) => secretAad({ accountId: text(row, 'account_id'), id: text(row, 'id') })
/** Returns the AAD of a held card, which is sealed for its future row. */
const ofCustomer = (row: Row) =>
  tokenAad({ accountId: text(row, 'account_id'), customerId: text(row, 'customer_id') })

/** All columns of the service's tables with sealed values. */
export const sealedServiceColumns: readonly SealedColumn[] = [
  {
    table: 'service.webhook_endpoint',
    column: 'secret_sealed',
    key: ['account_id', 'id'],
    used: `status <> 'DELETED'`,
    aad: ofEndpoint,
  },
  {
    table: 'service.webhook_endpoint',
    column: 'next_secret_sealed',
    key: ['account_id', 'id'],
    used: `status <> 'DELETED'`,
    aad: ofEndpoint,
  },
  {
    table: 'service.saved_card',
    column: 'token_sealed',
    key: ['account_id', 'customer_id'],
    aad: ofCustomer,
  },
  {
    table: 'service.card_to_save',
    column: 'token_sealed',
    key: ['account_id', 'payment_id'],
    also: ['customer_id'],
    aad: ofCustomer,
  },
  {
    table: 'service.sign_up',
    column: 'token_sealed',
    key: ['account_id', 'form_hash'],
    aad: (row) =>
      pendingCardAad({
        accountId: text(row, 'account_id'),
        formHash: Buffer.from(row.form_hash as Uint8Array),
      }),
  },
  {
    table: 'service.bank_account',
    column: 'number_sealed',
    key: ['account_id', 'id'],
    aad: (row) => numberAad({ accountId: text(row, 'account_id'), id: text(row, 'id') }),
  },
]
