import { mirrorNouns } from '@/lib/dashboard/schema/mirror'
import { settings } from '@/lib/messages/settings'

const text = settings.health.problems

/** The failure of a run as a message, with the code for support if no message exists for it. */
export interface SyncProblem {
  sentence: string
  code: string | null
}

/** Returns the message of a run's code. A failed list puts its noun in front of the code (`links: list_without_end`). */
export function syncProblem(error: string): SyncProblem {
  const noun = mirrorNouns.find((name) => error.startsWith(`${name}: `))
  const code = noun ? error.slice(noun.length + 2) : error
  if (noun && code === 'list_without_end') return { sentence: text.listWithoutEnd[noun], code: null }
  const sentences: Readonly<Record<string, string>> = text.sentences
  const known = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  const sentence = known ?? text.unknown
  return {
    sentence: noun ? `${text.lists[noun]} ${sentence}` : sentence,
    code: known === undefined ? code : null,
  }
}
