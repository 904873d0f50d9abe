import {
  type CardInput,
  type CardUse,
  type Processor,
  ProcessorUnreachable,
  type TokenizeAnswer,
  withProcessorTimeout,
} from './port'

/** Exchanges a payer's card for a token; null if the processor could not read it just now. */
export async function tokenizeCard(
  processor: Processor,
  card: CardInput,
  use: CardUse,
): Promise<TokenizeAnswer | null> {
  try {
    return await withProcessorTimeout((signal) => processor.tokenize(card, use, signal))
  } catch (error) {
    if (error instanceof ProcessorUnreachable) return null
    throw error
  }
}
