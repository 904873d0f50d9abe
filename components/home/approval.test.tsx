import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleProvider } from '@/components/texts/texts-provider'
import type { DeclineReasons, Overview } from '@/lib/dashboard/payments/read-overview'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { Approval } from './home-screen'

const reasons: DeclineReasons['reasons'] = [
  { code: 'insufficient_funds', count: 5 },
  { code: null, count: 2 },
]

function shown(counted: number): string {
  const overview: Overview = {
    currency: 'USD',
    days: [],
    before: { amount: 0 },
    declined: { count: counted },
    declines: { counted, reasons },
    debt: null,
    late: [],
    setup: null,
    unpaid: { count: 0, isMore: false, newest: [] },
    expiring: { count: 0, next: [] },
  }
  return renderToStaticMarkup(
    <EnglishTexts>
      <LocaleProvider locale="en" timeZone="UTC" now={Date.parse('2026-11-20T12:00:00.000Z')}>
        <Approval overview={overview} />
      </LocaleProvider>
    </EnglishTexts>,
  )
}

const others = english('home.otherReasons')

test('the counts of all decline reasons add up to the number of declines', () => {
  expect(shown(10)).toMatch(new RegExp(`${others}</span><span[^>]*>3</span>`))
  expect(shown(7)).not.toContain(others)
})
