import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import { translatorOf } from '@/lib/messages/catalogue'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { testLink } from '@/test/factories/test-link'
import { endNote, LinkProperties, LinkStats, linkSentence } from './detail-parts'
import { emptyDraft, expiryOf } from './draft'
import { isActive } from './face'

const opened = english('links.detail.stats.opened')
const notOpened = english('links.detail.stats.notOpened')
const neverOpened = english('links.detail.stats.neverOpened')

function shown(
  over: Partial<ShownLink>,
  closedAt: string | null = null,
  counts: Record<string, number> | null = null,
) {
  const html = renderToStaticMarkup(
    <EnglishTexts>
      <LinkStats link={testLink(over)} counts={counts} closedAt={closedAt} />
    </EnglishTexts>,
  )
  const tiles = html.split('<dt').slice(1)
  const textOf = (part: string) =>
    part
      .replace(/^[^>]*>|<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return tiles.map(textOf)
}

it('a link without payments shows neither a sum nor a last payment', () => {
  const tiles = shown({})
  expect(tiles).toHaveLength(4)
  expect(tiles[0]).toBe('Collected 0.00 USD')
  expect(tiles[2]).toBe(`${opened} ${notOpened}`)
  // A closed link does not wait for payers.
  for (const shown_status of ['CANCELLED', 'EXPIRED'] as const)
    expect(shown({ shown_status })[2]).toBe(`${opened} ${neverOpened}`)
  expect(shown({ paid_count: 3, open_count: 1 }).slice(0, 3)).toEqual([
    'Collected 403.50 USD 3 × 134.50 USD',
    'Payments 3 of 10 7 left',
    'Opened 1 time',
  ])
  expect(shown({ paid_count: 1 })[0]).toBe('Collected 134.50 USD')
})

it('a link with a payment attempt is not shown as unopened', () => {
  expect(shown({ paid_count: 1 }).join()).not.toContain(opened)
  expect(shown({}, null, { ALL: 1, FAILED: 1 }).join()).not.toContain(opened)
  expect(shown({}, null, { ALL: 0, FAILED: 0 })[2]).toBe(`${opened} ${notOpened}`)
})

it('declined payments are counted', () => {
  expect(shown({}, null, { ALL: 2, FAILED: 2 })[1]).toBe('Payments 0 of 10 10 left · 2 declined')
})

it('the last of four tiles shows how the link ended, and when', () => {
  const at = '1970-01-03T10:00:00.000Z'
  expect(shown({ shown_status: 'COMPLETED' }, at).at(-1)).toMatch(/^Completed 3 Jan, 10:00 (?!1970)/)
  expect(shown({ shown_status: 'CANCELLED' }, at).at(-1)).toMatch(/^Cancelled 3 Jan, 10:00 (?!1970)/)
  expect(shown({ shown_status: 'EXPIRED', expires_at: at }).at(-1)).toMatch(/^Expired 3 Jan, 10:00 (?!1970)/)
  expect(shown({ expires_at: at }).at(-1)).toMatch(/^Expires 3 Jan, 10:00 (?!1970)/)
  expect(shown({}).at(-1)).toBe('Expires Never until you cancel it')
})

it('the tile of the end remains if the time is unknown', () => {
  const tiles = shown({ shown_status: 'CANCELLED', expires_at: '2026-12-01T10:00:00.000Z' })
  expect(tiles).toHaveLength(4)
  expect(tiles.at(-1)).toBe(
    `${english('link-states.status.CANCELLED')} ${english('links.detail.timeUnknown')}`,
  )
})

const render = (over: Partial<ShownLink>) => {
  const link = testLink(over)
  return renderToStaticMarkup(
    <EnglishTexts>
      <LinkProperties detail={{ link, customerName: null, chargeId: null }} isShared={isActive(link)} />
    </EnglishTexts>,
  )
}

it('the URL is on one line in every state, and is a link only while payers can use it', () => {
  const { url } = testLink()
  for (const shown_status of shownLinkStatuses) {
    const html = render({ shown_status })
    expect(html).toContain(`title="${url}"`)
    expect(html).not.toContain(`>${url}<`)
    expect(html.includes(`href="${url}"`), shown_status).toBe(shown_status === 'ACTIVE')
  }
  expect(render({ mirror: { ...testLink().mirror, missing: true } })).not.toContain(`href="${url}"`)
})

const at = (iso: string) => Date.parse(iso)
const note = (end: string, timeZone: string, now: number) => endNote(end, { timeZone, now }, 'en', english)
const lima = 'America/Lima'
const berlin = 'Europe/Berlin'

it('an end is counted in calendar days, not in periods of 24 hours', () => {
  const now = at('2026-11-20T20:00:00.000Z') // 15:00 in Lima
  expect(note('2026-11-27T20:00:00.000Z', lima, now)).toBe('in 7 days')
  expect(note('2026-11-27T05:00:00.000Z', lima, now)).toBe('in 7 days')
  expect(note('2026-11-27T04:59:59.000Z', lima, now)).toBe('in 6 days')
})

it('an end in seven days is shown as seven days, a moment later too', () => {
  const now = at('2026-11-20T20:00:00.000Z')
  const end = expiryOf({ ...emptyDraft, expiry: 'week' }, { timeZone: lima, now }) ?? ''
  expect(note(end, lima, now + 90_000)).toBe('in 7 days')
})

it('an end today is shown in hours, and an end on an adjacent day by name', () => {
  const now = at('2026-11-20T20:00:00.000Z')
  expect(note('2026-11-20T23:00:00.000Z', lima, now)).toBe('in 3 h')
  expect(note('2026-11-20T06:05:00.000Z', lima, now)).toBe('13 h ago')
  expect(note('2026-11-21T05:00:00.000Z', lima, now)).toBe('tomorrow')
  expect(note('2026-11-21T05:01:00.000Z', lima, now)).toBe('tomorrow')
  expect(note('2026-11-22T04:59:00.000Z', lima, now)).toBe('tomorrow')
  expect(note('2026-11-20T04:59:59.000Z', lima, now)).toBe('yesterday')
  expect(note('2026-11-18T20:00:00.000Z', lima, now)).toBe('2 days ago')
})

it('an end is written in the language of the member', () => {
  const now = at('2026-11-20T20:00:00.000Z')
  const spanish = (end: string) => endNote(end, { timeZone: lima, now }, 'es', translatorOf('es'))
  expect(spanish('2026-11-27T20:00:00.000Z')).toBe('dentro de 7 días')
  expect(spanish('2026-11-21T05:00:00.000Z')).toBe('mañana')
})

it('the day changes at midnight of the zone', () => {
  const end = '2026-11-22T04:30:00.000Z' // 23:30 on the 21st in Lima, the 22nd in UTC
  expect(note(end, lima, at('2026-11-21T04:59:59.999Z'))).toBe('tomorrow')
  expect(note(end, lima, at('2026-11-21T05:00:00.000Z'))).toBe('in 23 h')
  expect(note(end, 'UTC', at('2026-11-21T05:00:00.000Z'))).toBe('tomorrow')
})

it('a day of 23 or 25 hours counts as one day', () => {
  // The clocks of Berlin go back on 25 October 2026 and forward on 28 March 2027.
  expect(note('2026-10-25T22:59:00.000Z', berlin, at('2026-10-24T22:30:00.000Z'))).toBe('today')
  expect(note('2027-03-28T22:30:00.000Z', berlin, at('2027-03-27T22:30:00.000Z'))).toBe('in 2 days')
  for (const now of [at('2026-10-18T22:30:00.000Z'), at('2027-03-27T22:30:00.000Z')]) {
    const end = expiryOf({ ...emptyDraft, expiry: 'week' }, { timeZone: berlin, now }) ?? ''
    expect(note(end, berlin, now)).toBe('in 7 days')
  }
})

it('the sentence about a canceled link mentions collected payments only if there are any', () => {
  const sentence = (paid_count: number) =>
    linkSentence(testLink({ shown_status: 'CANCELLED', paid_count }), english)
  expect(sentence(0)).not.toMatch(/collected/i)
  expect(sentence(1)).toMatch(/Collected payments are kept/)
})
