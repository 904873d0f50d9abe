import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleProvider } from '@/components/texts/texts-provider'
import { timesOf } from '@/components/time/times'
import type { ShownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { ENGLISH, english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { aSettlement } from '@/test/factories/dashboard'
import { settlementColumns } from './list'

const NOON = Date.parse('2026-11-20T12:00:00.000Z')
const settings = { locale: 'en', timeZone: 'UTC', now: NOON }
const times = timesOf(english, ENGLISH, settings)

function statusOf(missing: boolean): string {
  const mirror = { seen_at: '2026-11-20T12:00:00.000Z', confirmed_at: null, conflict: false, missing }
  const settlement: ShownSettlement = { ...aSettlement(), unexplained: 0, mirror }
  const column = settlementColumns({ ...settings, t: english, times }).find(({ key }) => key === 'status')
  return renderToStaticMarkup(
    <EnglishTexts>
      <LocaleProvider {...settings}>{column?.cell(settlement)}</LocaleProvider>
    </EnglishTexts>,
  )
}

test('the row of a settlement that its host no longer has is marked as missing', () => {
  expect(statusOf(true)).toContain('Missing')
  expect(statusOf(true)).not.toContain('On its way')
  expect(statusOf(false)).toContain('On its way')
})
