import type { Processor } from '@/lib/service/processor/port'

/** Returns the same bank for a process that may die once it has `authorized` or `captured`. */
export function crashingProcessor(bank: Processor, crashAt: (reached: string) => void): Processor {
  return {
    cardEntry: bank.cardEntry,
    tokenize: (...given) => bank.tokenize(...given),
    confirmed: (reference, signal) => bank.confirmed(reference, signal),
    void: (reference, signal) => bank.void(reference, signal),
    lookup: (reference, signal) => bank.lookup(reference, signal),
    refund: (request, signal) => bank.refund(request, signal),
    submitEvidence: (evidence, signal) => bank.submitEvidence(evidence, signal),
    async authorize(request, signal) {
      const answer = await bank.authorize(request, signal)
      crashAt('authorized')
      return answer
    },
    async capture(reference, signal) {
      const answer = await bank.capture(reference, signal)
      crashAt('captured')
      return answer
    },
  }
}
