import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { english } from '@/test/english'
import { EnglishTexts } from '@/test/english-texts'
import { ReceiptEmail } from './receipt-dialog'

const field = (masked: boolean, email: string) =>
  renderToStaticMarkup(
    <EnglishTexts>
      <ReceiptEmail payment={{ masked, payer: { email } }} />
    </EnglishTexts>,
  )

test('a masked address is not filled in, and an empty field means the payer’s address', () => {
  const masked = field(true, 'a•••@example.test')
  expect(masked).not.toContain('•')
  expect(masked).toContain(english('receipts.emptyIsPayer'))
  expect(masked).not.toContain('aria-required')
  expect(field(false, 'ana@example.test')).toContain('value="ana@example.test"')
  for (const html of [field(false, 'ana@example.test'), field(true, '')]) {
    expect(html).toContain('aria-required')
    expect(html).not.toContain(english('receipts.emptyIsPayer'))
  }
})
