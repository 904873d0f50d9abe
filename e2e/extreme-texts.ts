import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { Settlement } from '@/lib/contract/settlement'
import { paymentStatuses } from '@/lib/contract/states'
import { type ExternalHost, startExternalHost } from '@/test/external-host'
import { aLink, anAccount, aPayment, aSettlement } from '@/test/factories/dashboard'

const HOUR_MS = 3_600_000

/** Title of the contract's maximum length, without a break opportunity. */
export const UNBROKEN = `Donaudampfschifffahrts${'gesellschafts'.repeat(8)}`.slice(0, 120)
const ARABIC = 'دورة الخط العربي للمبتدئين، ثماني حصص مسائية مع جميع الأدوات والورق والحبر'
const HEBREW = 'שיעור בישול (Level 2) לשני אנשים, 3 × 45 דקות'
const MIXED = 'Invoice 1042 فاتورة رقم ١٠٤٢ for עברית & English (50%)'
const EMOJI = '👩‍👩‍👧‍👦🏳️‍🌈🧑🏽‍🍳🇰🇼 Family brunch 🥐🍓☕️👨🏿‍🚀 1️⃣2️⃣'
const ISOLATED = '\u202eTITLE THAT TURNS EVERYTHING AROUND'
export const TITLES = [UNBROKEN, ARABIC, HEBREW, MIXED, EMOJI, ISOLATED] as const

export const DESCRIPTION =
  `Twelve courses:\n\n1. ${'Ünterhaltsam'.repeat(6)}\n2. ${ARABIC}\n3. ${'x'.repeat(90)}\n\nBring nothing.`.slice(
    0,
    300,
  )
/** Longest address of RFC 5321: 64 octets before the sign, 254 in all. */
export const LONG_EMAIL =
  `${'maximiliane.'.repeat(6).slice(0, 64)}@${`${'a'.repeat(60)}.`.repeat(3)}exmple`.slice(0, 254)
export const LONG_NAME = `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)}`
export const METADATA = {
  [`a-name-of-forty-characters-${'x'.repeat(13)}`]: 'y'.repeat(400),
  order: 'رقم الطلب ٤٢',
  nested: { deep: { deeper: ['z'.repeat(120), 1, null] } },
} as const

/** Maximum of our own service in a currency with three decimals: 999,999.999 KWD. */
export const MAX_AMOUNT = 999_999.999
/** Amount of forty-one characters, because the contract has no maximum: `1,234,567,890,123,456,800,000,000.000 KWD`. */
const BEYOND_MAX_AMOUNT = 1_234_567_890_123_456_800_000_000
const AMOUNTS = [BEYOND_MAX_AMOUNT, MAX_AMOUNT, 0.001, 9_007_199_254.125, 12.5] as const

/** Mirror's maximum: 14 digits in minor units. */
const LARGEST = 99_999_999_999.999

/** Starts an external host whose texts and amounts all have their maximum length. */
export async function startExtremeHost(): Promise<ExternalHost> {
  const now = new Date()
  const host = await startExternalHost(now)
  const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
  const from = <Item>(list: readonly [Item, ...Item[]], index: number): Item =>
    list[index % list.length] ?? list[0]
  host.account = anAccount({
    name: LONG_NAME,
    legal_name: ARABIC,
    contact_email: LONG_EMAIL,
    currency: 'KWD',
    timezone: 'Asia/Kuwait',
  })
  host.links = TITLES.map(
    (title, index): PaymentLink =>
      aLink({
        id: `L-${index}-${'0123456789'.repeat(8)}`,
        url: `https://otherpay.example/${'p/'.repeat(40)}${index}`,
        title,
        description: DESCRIPTION,
        amount: from(AMOUNTS, index),
        currency: 'KWD',
        status: from(['ACTIVE', 'COMPLETED', 'CANCELLED'], index),
        max_uses: index % 2 === 0 ? 1_000_000 : null,
        paid_count: index * 111_111,
        expires_at: index === 0 ? at(-24 * 365) : null,
        metadata: METADATA,
        created_at: at(index),
      }),
  )
  host.payments = Array.from({ length: 15 }, (_, index): Payment => {
    const link = host.links[index % host.links.length]
    return aPayment({
      id: `P-${index}-${'abcdefghij'.repeat(8)}`,
      amount: from(AMOUNTS, index),
      currency: 'KWD',
      status: from(paymentStatuses, index),
      payer: {
        name: from([LONG_NAME, ARABIC, HEBREW, EMOJI], index),
        email: index % 3 === 0 ? LONG_EMAIL : 'a@b.co',
      },
      customer_id: `C-${'k'.repeat(90)}`,
      payment_link: link && index % 4 !== 3 ? { id: link.id, title: link.title, url: link.url } : null,
      authorization_code: 'A'.repeat(60),
      processor_reference: 'R'.repeat(120),
      settlement_id: index % 2 === 0 ? `S-${'m'.repeat(90)}` : null,
      created_at: at(index * 5),
    })
  })
  host.settlements = Array.from({ length: 4 }, (_, index): Settlement => {
    const paidAt = index % 2 === 0 ? at(index) : null
    return aSettlement({
      id: `S-${index}-${'m'.repeat(90)}`,
      status: from(['PAID', 'PENDING', 'PAID', 'DEBT'], index),
      currency: 'KWD',
      gross_amount: LARGEST,
      fee_amount: MAX_AMOUNT,
      net_amount: LARGEST,
      payment_count: 1_000_000,
      bank_account: { bank_name: LONG_NAME, account_last4: '6789' },
      reference: 'R'.repeat(120),
      paid_at: paidAt,
      created_at: at(index * 24 * 30),
    })
  })
  return host
}
