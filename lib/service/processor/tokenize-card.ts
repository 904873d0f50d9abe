import type { Log } from '@/lib/platform/log'
import {
  type CardInput,
  type CardUse,
  type Processor,
  ProcessorUnreachable,
  type TokenizeAnswer,
  withProcessorTimeout,
} from './port'

/** Exchanges a payer's card for a token; null, and a line in the log, if the processor could not read it just now. */
export async function tokenizeCard(
  processor: Processor,
  card: CardInput,
  use: CardUse,
  log: Log,
): Promise<TokenizeAnswer | null> {
  try {
    return await withProcessorTimeout((signal) => processor.tokenize(card, use, signal))
  } catch (error) {
    if (!(error instanceof ProcessorUnreachable)) throw error
    log.warn({ error: error.message }, 'the processor could not read a card')
    return null
  }
}
