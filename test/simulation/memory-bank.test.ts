import { describeProcessor } from '@/test/processor-conformance'
import { CARD_NUMBERS, type CardKind } from './bank-under-test'
import { MemoryBank } from './memory-bank'

const card = (kind: CardKind) => ({
  number: CARD_NUMBERS[kind],
  expiryMonth: 12,
  expiryYear: 2099,
  cvc: '123',
})

describeProcessor('the memory bank', async () => {
  const bank = new MemoryBank()
  return {
    processor: bank,
    cards: {
      approved: card('approve'),
      declined: card('decline'),
      confirmation: card('confirm'),
      lostAfterAuthorize: null,
      lostAfterCapture: null,
      refundDeclined: null,
      refundLostBefore: null,
      refundLostAfter: null,
    },
    decide: (confirmUrl, decision) =>
      bank.payerDecides(confirmUrl.split('/').at(-1) ?? '', decision === 'approve'),
    async close() {},
  }
})
