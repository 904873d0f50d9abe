import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import { paymentStatuses } from '@/lib/contract/states'
import { docs } from '@/lib/messages/docs'
import { callApi, demo } from './demo'

export interface ShownPage {
  /** Names its picture. */
  name: string
  path: string
}

async function listed<Item>(route: string): Promise<Item[]> {
  return (await (await callApi('GET', route)).json()).data
}

async function linksByState(): Promise<Map<string, string>> {
  const lists = await Promise.all(
    ['ACTIVE', 'COMPLETED', 'CANCELLED'].map((status) =>
      listed<PaymentLink>(`/payment_links?limit=100&status=${status}`),
    ),
  )
  const ids = new Map<string, string>()
  for (const { id, status, expires_at } of lists.flat()) {
    const ended = status === 'ACTIVE' && expires_at !== null && Date.parse(expires_at) < Date.now()
    const state = ended ? 'expired' : status.toLowerCase()
    if (!ids.has(state)) ids.set(state, id)
  }
  return ids
}

async function newestPayments(): Promise<Payment[]> {
  const lists = await Promise.all(
    paymentStatuses.map((status) => listed<Payment>(`/payments?limit=1&status=${status}`)),
  )
  return lists.flat()
}

/** Every page of the dashboard, each kind of object in each of its states, the empty and the missing included. */
export async function dashboardPages(): Promise<ShownPage[]> {
  const [links, payments] = await Promise.all([linksByState(), newestPayments()])
  const link = links.get('active') ?? ''
  return [
    { name: 'home', path: '/' },
    { name: 'links', path: '/links' },
    { name: 'links-completed', path: '/links?status=COMPLETED' },
    { name: 'links-no-match', path: '/links?q=nobody%20knows%20it' },
    { name: 'link-new', path: '/links/new' },
    { name: 'link-duplicate', path: `/links/new?from=${link}` },
    { name: 'links-import', path: '/links/import' },
    ...[...links].map(([state, id]) => ({ name: `link-${state}`, path: `/links/${id}` })),
    { name: 'link-share', path: `/links/${link}/share` },
    { name: 'link-missing', path: '/links/pl_nobodys' },
    { name: 'payments', path: '/payments' },
    { name: 'payments-failed', path: '/payments?status=FAILED' },
    { name: 'payments-days', path: '/payments?period=custom&from=2026-11-01&to=2026-11-20' },
    { name: 'payments-of-link', path: `/payments?link=${link}` },
    { name: 'payments-no-match', path: '/payments?q=nobody%20knows%20it' },
    ...payments.map(({ id, status }) => ({
      name: `payment-${status.toLowerCase()}`,
      path: `/payments/${id}`,
    })),
    { name: 'payment-missing', path: '/payments/pay_nobodys' },
    { name: 'settings', path: '/settings' },
    { name: 'settings-connect', path: '/settings/connect' },
    { name: 'payouts', path: '/payouts' },
    { name: 'audit', path: '/audit' },
    { name: 'missing', path: '/no/such/page' },
  ]
}

/** Every page that nobody signs in for: the payer's, those who sign up, the documentation, the way in. */
export async function openPages(): Promise<ShownPage[]> {
  const [links, payments] = await Promise.all([linksByState(), newestPayments()])
  const receipt = payments.find(({ receipt_url }) => receipt_url)?.receipt_url
  return [
    { name: 'sign-in', path: '/sign-in' },
    ...[...links].map(([state, id]) => ({ name: `pay-${state}`, path: `/pay/${id}` })),
    { name: 'pay-missing', path: '/pay/pl_nobodys' },
    { name: 'receipt', path: receipt ? new URL(receipt).pathname : '/receipt/pay_nobodys' },
    { name: 'receipt-missing', path: '/receipt/pay_nobodys' },
    { name: 'join', path: `/join/${demo().account_slug}` },
    { name: 'join-missing', path: '/join/nobodys-shop' },
    { name: 'docs', path: '/docs' },
    ...Object.keys(docs.guides).map((slug) => ({ name: `docs-${slug}`, path: `/docs/${slug}` })),
  ]
}
