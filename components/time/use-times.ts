import { useLocale } from '@/components/locale/locale-provider'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { type Times, timesOf } from './times'

/** Returns the formats of moments and days for the member, in the account's zone. */
export function useTimes(): Times {
  return timesOf(useTexts(), useReader(), useLocale())
}
