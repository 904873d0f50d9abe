import { useLocale } from '@/components/locale/locale-provider'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { type Times, timesOf } from './times'

export function useTimes(): Times {
  return timesOf(useTexts(), useReader(), useLocale())
}
