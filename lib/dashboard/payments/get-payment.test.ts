import { beforeAll, expect, test } from 'vitest'
import { aPayment, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { getPayment } from './get-payment'

const { dashboard, host, ctx } = await connectedDashboard()

const at = (minutes: number) => new Date(NOON.getTime() - 3_600_000 + minutes * 60_000).toISOString()
const link = { id: 'L1', title: 'Dinner', url: 'https://otherpay.example/p/L1' }
const other = { id: 'L2', title: 'Lunch', url: 'https://otherpay.example/p/L2' }
const payer = (email: string, name = 'Ada') => ({ name, email })

beforeAll(async () => {
  const declined = { status: 'FAILED', payment_link: link } as const
  const approved = { status: 'APPROVED', payment_link: link } as const
  host.payments = [
    aPayment({ ...approved, id: 'before', created_at: at(-10), payer: payer('a_b@x.test') }),
    aPayment({ ...declined, id: 'declined', created_at: at(0), payer: payer('a_b@x.test') }),
    aPayment({ ...approved, id: 'another_payer', created_at: at(1), payer: payer('aXb@x.test') }),
    aPayment({
      ...approved,
      id: 'another_link',
      created_at: at(2),
      payment_link: other,
      payer: payer('a_b@x.test'),
    }),
    aPayment({ ...declined, id: 'again', created_at: at(3), payer: payer('a_b@x.test') }),
    aPayment({ ...approved, id: 'paid', created_at: at(4), payer: payer('A_B@x.test') }),
    aPayment({ ...approved, id: 'paid_twice', created_at: at(9), payer: payer('a_b@x.test') }),
    aPayment({ ...declined, id: 'last', created_at: at(20), payer: payer('a_b@x.test') }),
    aPayment({ ...declined, id: 'nameless', created_at: at(0), payer: payer('', '') }),
    aPayment({ ...approved, id: 'nameless_paid', created_at: at(5), payer: payer('', '') }),
    aPayment({ ...declined, id: 'no_email', created_at: at(0), payer: payer('', 'Ana P_yer') }),
    aPayment({ ...approved, id: 'other_name', created_at: at(1), payer: payer('', 'Ana Payer') }),
    aPayment({
      ...approved,
      id: 'name_with_email',
      created_at: at(2),
      payer: payer('p@x.test', 'Ana P_yer'),
    }),
    // For a payer with another e-mail, only payments without an e-mail can belong to them.
    aPayment({ ...declined, id: 'namesake', created_at: at(1), payer: payer('n@x.test', 'Ana P_yer') }),
    aPayment({ ...approved, id: 'same_name', created_at: at(6), payer: payer('', 'ana p_yer') }),
    // Begun before the time-out, and approved at the bank after it.
    aPayment({
      ...approved,
      id: 'waited',
      created_at: at(30),
      approved_at: at(34),
      payer: payer('w@x.test'),
    }),
    aPayment({
      ...declined,
      id: 'meanwhile',
      status: 'TIMEOUT',
      created_at: at(31),
      payer: payer('w@x.test'),
    }),
  ]
  await dashboard.importHistories()
})

const paidLater = async (id: string) => (await getPayment(ctx, id, { role: 'OWNER' })).paidLater

test('a decline whose payer paid the same link later names that payment', async () => {
  expect(await paidLater('declined')).toEqual({ id: 'paid', at: at(4) })
  expect(await paidLater('again')).toEqual({ id: 'paid', at: at(4) })
})

test('a payer who left an e-mail only once is recognized by the name', async () => {
  expect(await paidLater('no_email')).toEqual({ id: 'name_with_email', at: at(2) })
  expect(await paidLater('namesake')).toEqual({ id: 'same_name', at: at(6) })
})

test('payments of other payers, of other links and earlier ones do not count', async () => {
  expect(await paidLater('last')).toBeNull()
  expect(await paidLater('nameless')).toBeNull()
})

test('a payment that waited at the bank while another one timed out counts as paid later', async () => {
  expect(await paidLater('meanwhile')).toEqual({ id: 'waited', at: at(34) })
})

test('a host’s time of approval that Postgres cannot read leaves the page readable', async () => {
  const row = { connectionId_id: { connectionId: ctx.connectionId, id: 'paid' } }
  const { snapshot } = await ctx.prisma.mirrorPayment.findUniqueOrThrow({
    where: row,
    select: { snapshot: true },
  })
  await setApproval('Sat Nov 28 2037 10:00:00 GMT+0200 (X)')
  expect((await paidLater('declined'))?.id).toBe('paid')
  await ctx.prisma.mirrorPayment.update({ where: row, data: { snapshot: snapshot ?? {} } })

  async function setApproval(approved_at: string) {
    const data = { snapshot: { ...(snapshot as object), approved_at } }
    await ctx.prisma.mirrorPayment.update({ where: row, data })
  }
})

test('an approved payment names no later one', async () => {
  expect(await paidLater('paid')).toBeNull()
})
