import { type Corrections, type MirrorNoun, mirrorNouns } from '@/lib/dashboard/schema/mirror'
import { settings } from '@/lib/messages/settings'

const text = settings.health

/** Returns the corrected rows as a text: “1 payment was voided; 3 links were created by API”. */
export function correctionsText(corrected: Corrections, number: Intl.NumberFormat): string {
  const parts = mirrorNouns.flatMap((noun) =>
    Object.entries(corrected[noun] ?? {}).map(
      ([change, count]) =>
        `${text.nouns[noun](count, number.format(count))} ${changeText(noun, change, count)}`,
    ),
  )
  return parts.join('; ') || text.correctedNone
}

function changeText(noun: MirrorNoun, change: string, count: number): string {
  const changes: Readonly<Record<string, (count: number) => string>> = {
    ...text.correctedChanges.all,
    ...text.correctedChanges[noun],
  }
  const known = Object.hasOwn(changes, change) ? changes[change] : undefined
  return known ? known(count) : text.correctedOther(change.toLowerCase().replaceAll('_', ' '))
}
