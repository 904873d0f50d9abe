import { expect, type Page } from '@playwright/test'
import type { Customer } from '@/lib/contract/customer'
import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { Settlement } from '@/lib/contract/settlement'
import { customerStatuses, paymentStatuses } from '@/lib/contract/states'
import { docs } from '@/lib/messages/docs'
import type { Translate } from '@/lib/messages/translator'
import { chargesByState } from './charges-by-state'
import { accountPath, callApi, demo } from './demo'
import { openDateFilter } from './open-calendar'

export interface Screen {
  /** Name of the screenshots. */
  name: string
  path: string
  /**
   * Width at which everything openable on the screen is opened. Absent for another state of a screen in the table: that
   * is checked only in light, on a desktop and on a phone.
   */
  opensAt?: 375 | 1440
  /** Creates a state that has no URL, on a page with these texts. */
  prepare?: (page: Page, t: Translate) => Promise<void>
}

export const screenGroups = [
  'home',
  'links',
  'link',
  'payments',
  'payment',
  'customer',
  'balance',
  'account',
  'developers',
  'payer',
  'documentation',
] as const

/** Every screen with each kind of object in each of its states, including empty and missing. */
export type Screens = Readonly<Record<(typeof screenGroups)[number], readonly Screen[]>>

export async function listScreens(): Promise<Screens> {
  const [linkIds, newest, customers, settled, chargeIds] = await Promise.all([
    linksByState(),
    newestPayments(),
    newestCustomers(),
    listed<Settlement>('/settlements?limit=1&status=PAID'),
    chargesByState(),
  ])
  const link = linkIds.get('active') ?? ''
  const receipt = newest.find(({ receipt_url }) => receipt_url)?.receipt_url
  const dashboard = (screens: readonly Screen[]) =>
    screens.map((screen) => ({ ...screen, path: accountPath(screen.path) }))
  return {
    home: dashboard([
      { name: 'home', path: '/', opensAt: 375 },
      { name: 'home-search', path: '/', prepare: (page, t) => searchFor(page, t, 'an') },
      { name: 'audit', path: '/settings/audit', opensAt: 1440 },
      { name: 'missing', path: '/no/such/page' },
      { name: 'link-missing', path: '/links/pl_nobodys' },
    ]),
    links: dashboard([
      { name: 'links', path: '/links', opensAt: 1440 },
      { name: 'links-completed', path: '/links?status=COMPLETED', opensAt: 375 },
      { name: 'links-no-match', path: '/links?q=nobody%20knows%20it' },
      { name: 'links-import', path: '/links/import', opensAt: 1440 },
    ]),
    link: dashboard([
      { name: 'link-new', path: '/links/new', opensAt: 1440 },
      { name: 'link-new-errors', path: '/links/new', prepare: submitEmpty },
      { name: 'link-duplicate', path: `/links/new?from=${link}` },
      ...[...linkIds].map(([state, id]) => ({
        name: `link-${state}`,
        path: `/links/${id}`,
        ...(state === 'active' ? { opensAt: 1440 as const } : {}),
      })),
      { name: 'link-share', path: `/links/${link}/share`, opensAt: 375 },
    ]),
    payments: dashboard([
      { name: 'payments', path: '/payments', opensAt: 1440 },
      { name: 'payments-failed', path: '/payments?status=FAILED', opensAt: 375 },
      {
        name: 'payments-days',
        path: '/payments?period=custom&from=2026-02-01',
        prepare: async (page, t) => void (await openDateFilter(page, t)),
      },
      { name: 'payments-filters', path: `/payments?status=APPROVED&period=30d&min=1&card=visa&link=${link}` },
      { name: 'payments-no-match', path: '/payments?q=nobody%20knows%20it' },
      { name: 'exports', path: '/exports', opensAt: 1440 },
      { name: 'payments-toast', path: '/payments?min=2.71', prepare: removeView },
    ]),
    payment: dashboard([
      { name: 'disputes', path: '/payments/disputes', opensAt: 1440 },
      { name: 'payment-missing', path: '/payments/pay_nobodys' },
      ...newest.map(({ id, status }) => ({
        name: `payment-${status.toLowerCase()}`,
        path: `/payments/${id}`,
        ...(status === 'APPROVED' ? { opensAt: 1440 as const } : {}),
      })),
    ]),
    customer: dashboard([
      { name: 'customers', path: '/customers', opensAt: 1440 },
      { name: 'customers-archived', path: '/customers?status=ARCHIVED', opensAt: 375 },
      { name: 'customers-phone', path: '/customers?q=%2B1%20628%20555%200142' },
      { name: 'customer-new', path: '/customers/new', opensAt: 1440 },
      { name: 'customer-new-errors', path: '/customers/new', prepare: submitEmpty },
      { name: 'charge-cases', path: '/charges' },
      ...[...chargeIds].map(([state, id]) => ({ name: `charge-${state}`, path: `/charges/${id}` })),
      { name: 'customer-missing', path: '/customers/cus_nobodys' },
      ...customers.map(({ id, status }) => ({
        name: `customer-${status.toLowerCase()}`,
        path: `/customers/${id}`,
        ...(status === 'ACTIVE' ? { opensAt: 1440 as const } : {}),
      })),
      ...customers.slice(0, 1).flatMap(({ id }) => [
        { name: 'customer-edit', path: `/customers/${id}/edit` },
        { name: 'customer-charge', path: `/customers/${id}`, prepare: openCharge },
      ]),
    ]),
    balance: dashboard([
      { name: 'balance', path: '/balance', opensAt: 1440 },
      { name: 'statements', path: '/balance/statements', opensAt: 1440 },
      { name: 'bank-match', path: '/balance/match', opensAt: 375, prepare: pasteBankLines(settled) },
      { name: 'settlement-missing', path: '/balance/settlements/set_nobodys' },
      ...settled.map(({ id }) => ({
        name: 'settlement-paid',
        path: `/balance/settlements/${id}`,
        opensAt: 1440 as const,
      })),
    ]),
    account: dashboard([
      { name: 'settings', path: '/settings', opensAt: 1440 },
      { name: 'settings-account', path: '/settings/account', opensAt: 1440 },
      { name: 'settings-security', path: '/settings/security', opensAt: 1440 },
      { name: 'settings-connect', path: '/settings/connect', opensAt: 1440 },
      { name: 'settings-connect-errors', path: '/settings/connect', prepare: submitEmpty },
      { name: 'settings-webhook', path: '/settings/webhook', opensAt: 1440, prepare: applyEvent },
      { name: 'settings-webhook-no-match', path: '/settings/webhook?status=conflict' },
      { name: 'team', path: '/settings/team', opensAt: 1440 },
      { name: 'team-invite', path: '/settings/team', prepare: submitEmptyInvitation },
      { name: 'payouts', path: '/payouts', opensAt: 1440 },
    ]),
    developers: dashboard([
      { name: 'keys', path: '/developers/keys', opensAt: 1440 },
      { name: 'deliveries', path: '/developers/deliveries', opensAt: 1440 },
      { name: 'deliveries-no-match', path: '/developers/deliveries?status=FAILED&q=pay_nobodys' },
      {
        name: 'delivery',
        path: '/developers/deliveries?status=SUCCEEDED',
        opensAt: 375,
        prepare: openNewDelivery,
      },
      { name: 'delivery-missing', path: '/developers/deliveries/whd_nobodys' },
      { name: 'delivery-retry', path: '/developers/deliveries/retry?status=SUCCEEDED', opensAt: 375 },
      { name: 'delivery-retry-nothing', path: '/developers/deliveries/retry?object=pay_nobodys' },
      { name: 'delivery-doctor', path: '/developers/deliveries/doctor', opensAt: 375 },
      { name: 'events', path: '/developers/events', opensAt: 1440 },
      { name: 'events-test', path: '/developers/events?status=test' },
      { name: 'events-no-match', path: '/developers/events?q=evt_nobodys' },
      { name: 'event-missing', path: '/developers/events/evt_nobodys' },
      {
        name: 'event',
        path: '/developers/events',
        opensAt: 375,
        prepare: (page, t) => openFirstRow(page, t('developers.body.title')),
      },
      { name: 'webhooks', path: '/developers/webhooks', opensAt: 1440 },
      { name: 'webhook-add', path: '/developers/webhooks', prepare: submitEmptyEndpoint },
      { name: 'webhook-endpoint', path: '/developers/webhooks', opensAt: 375, prepare: openOwnEndpoint },
      { name: 'webhook-missing', path: '/developers/webhooks/we_nobodys' },
      { name: 'signature-debugger', path: '/developers/webhooks/debugger', prepare: debugSignature },
      { name: 'requests', path: '/developers/requests', opensAt: 1440 },
      { name: 'requests-no-match', path: '/developers/requests?q=req_nobodys' },
      { name: 'request-missing', path: '/developers/requests/req_nobodys' },
      {
        name: 'request',
        path: '/developers/requests?dashboard=shown',
        opensAt: 375,
        prepare: (page, t) => openFirstRow(page, t('developer-requests.detail.body')),
      },
    ]),
    payer: [
      { name: 'sign-in', path: '/sign-in', opensAt: 375 },
      { name: 'invitation-over', path: '/invitation/ml_nobodys.x', opensAt: 375 },
      { name: 'sign-in-errors', path: '/sign-in', prepare: typeWrongPassword },
      { name: 'sign-up', path: '/sign-up', opensAt: 375 },
      { name: 'sign-up-errors', path: '/sign-up', prepare: submitEmpty },
      { name: 'sign-up-over', path: '/sign-up/nobodys' },
      { name: 'forgot-password', path: '/forgot-password', opensAt: 375 },
      { name: 'forgot-password-errors', path: '/forgot-password', prepare: submitEmpty },
      { name: 'reset-password-over', path: '/reset-password/nobodys' },
      { name: 'verify-email-over', path: '/verify-email/nobodys' },
      ...[...linkIds].map(([state, id]) => ({
        name: `pay-${state}`,
        path: `/pay/${id}`,
        ...(state === 'active' ? { opensAt: 375 as const } : {}),
      })),
      { name: 'pay-errors', path: `/pay/${link}`, prepare: submitEmptyPayment },
      { name: 'pay-missing', path: '/pay/pl_nobodys' },
      { name: 'receipt', path: receipt ? new URL(receipt).pathname : '/receipt/pay_nobodys', opensAt: 375 },
      { name: 'receipt-missing', path: '/receipt/pay_nobodys' },
      { name: 'join', path: `/join/${demo().account_slug}`, opensAt: 375 },
      { name: 'join-missing', path: '/join/nobodys-shop' },
    ],
    documentation: [
      { name: 'docs', path: '/docs', opensAt: 375 },
      ...Object.keys(docs.guides).map((slug) => ({ name: `docs-${slug}`, path: `/docs/${slug}` })),
      { name: 'docs-missing', path: '/docs/nope' },
    ],
  }
}

/** Opens the first row of a list; `heading` is on the page that it opens. */
async function openFirstRow(page: Page, heading: string): Promise<void> {
  await page.locator('[data-row]').first().click({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
}

/** Raises an event and opens its delivery, which appears in the list without a reload. */
async function openNewDelivery(page: Page, t: Translate): Promise<void> {
  await raiseEvent()
  await openFirstRow(page, t('developers.body.title'))
}

/** Submits the form of a new endpoint without a URL and without an event. */
async function submitEmptyEndpoint(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('developer-webhooks.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('developer-webhooks.form.some')).click()
  await dialog.getByRole('button', { name: t('developer-webhooks.add') }).click()
  await expect(dialog.getByText(t('developer-webhooks.form.urlMissing'))).toBeVisible()
}

async function openOwnEndpoint(page: Page, t: Translate): Promise<void> {
  await page.getByRole('link', { name: /api\/webhooks\/conn_/ }).click()
  await expect(page.getByRole('heading', { name: t('developer-webhooks.deliveries.title') })).toBeVisible()
}

/** Pastes a header whose digest is cut. */
async function debugSignature(page: Page, t: Translate): Promise<void> {
  await page.getByLabel(t('signature-debugger.header')).fill('t=1795000000,v1=0123456789abcdef')
  await expect(
    page.getByText(t('signature-debugger.mistakes.digest_cut.title', { length: '16' })),
  ).toBeVisible()
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
    // The oldest of a state stays: other tests pay and cancel newer ones.
    ids.set(state, id)
  }
  return ids
}

async function newestPayments(): Promise<Payment[]> {
  const lists = await Promise.all(
    paymentStatuses.map((status) => listed<Payment>(`/payments?limit=1&status=${status}`)),
  )
  return lists.flat()
}

async function newestCustomers(): Promise<Customer[]> {
  const lists = await Promise.all(
    customerStatuses.map((status) => listed<Customer>(`/customers?limit=1&status=${status}`)),
  )
  return lists.flat()
}

async function listed<Item>(route: string): Promise<Item[]> {
  return (await (await callApi('GET', route)).json()).data
}

async function searchFor(page: Page, t: Translate, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: t('search.label') }).fill(text)
  await expect(page.getByRole('group', { name: t('search.payments') })).toBeVisible()
}

/** Pastes a line of a settlement, an unrelated one and an invalid one. */
function pasteBankLines(settled: readonly Settlement[]) {
  return async (page: Page, t: Translate) => {
    const lines = settled.map(
      ({ reference, net_amount, paid_at }) =>
        `${paid_at?.slice(0, 10)} PAYOUT ${reference} ${net_amount.toFixed(2)}`,
    )
    await page
      .getByLabel(t('bank-match.paste'))
      .fill([...lines, '2026-11-02 RENT -950.00', 'Page 1 of 3'].join('\n'))
    await expect(page.getByRole('region', { name: t('bank-match.regions.matched') })).toBeVisible()
  }
}

/** Shows the error of every required field at once. */
async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form button[type="submit"]').last().click()
  await expect(page.locator('main [aria-invalid="true"]').first()).toBeVisible()
}

async function submitEmptyPayment(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: new RegExp(t('pay-form.submit', { amount: '.+' })) }).click()
  await expect(page.getByLabel(t('card-fields.number'))).toHaveAttribute('aria-invalid', 'true')
}

async function typeWrongPassword(page: Page, t: Translate): Promise<void> {
  await page.getByLabel(t('sign-in.email')).fill('nobody@example.com')
  await page.getByLabel(t('sign-in.password'), { exact: true }).fill('not the password')
  await page.getByRole('button', { name: t('sign-in.submit') }).click()
  await expect(page.getByText(t('sign-in.wrong'))).toBeVisible()
}

/** Raises an event and waits until the list of received webhooks shows it. */
async function applyEvent(page: Page, t: Translate): Promise<void> {
  await raiseEvent()
  const events = page.getByRole('list', { name: t('received.title') })
  await expect(events.getByRole('listitem').first()).toBeVisible()
}

/** Charges a saved card, which raises an event. */
async function raiseEvent(): Promise<void> {
  const customers = await listed<Customer>('/customers?status=ACTIVE&limit=100')
  const payer = customers.find(({ card }) => card !== null)
  await callApi('POST', `/customers/${payer?.id}/charges`, { amount: 25.5, use_saved_card: true })
}

/** Saves a view with filters that no other test uses and removes it; the toast with Undo stays on screen. */
async function removeView(page: Page, t: Translate): Promise<void> {
  const name = `Sweep ${Date.now()}`
  await page.getByRole('button', { name: t('saved-views.save') }).click()
  await page.getByLabel(t('saved-views.name')).fill(name)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('saved-views.label') }).click()
  await page.getByRole('button', { name: t('saved-views.remove', { name }) }).click()
  await expect(page.getByRole('button', { name: t('saved-views.undo') })).toBeVisible()
}

/** Submits the form of an invitation without an address and a password. */
async function submitEmptyInvitation(page: Page, t: Translate): Promise<void> {
  await page.getByRole('button', { name: t('team.invite.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('team.invite.submit') }).click()
  await expect(dialog.getByText(t('team.invite.emailMissing'))).toBeVisible()
}

async function openCharge(page: Page, t: Translate): Promise<void> {
  await page
    .getByRole('link', { name: t('charge-names.open'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
