import { useLocale } from '@/components/locale/locale-provider'
import { Progress } from '@/components/ui/progress'
import type { ImportProgress } from '@/lib/dashboard/schema/mirror'
import { numberFormat } from '@/lib/domain/formatters'
import { settings } from '@/lib/messages/settings'

const text = settings.health

/** Renders the progress of each noun's import. Renders nothing after all imports are done. */
export function ImportRows({ imports }: { imports: readonly ImportProgress[] }) {
  const { locale } = useLocale()
  if (imports.length === 0) return null
  const number = numberFormat(locale)
  return (
    <ul aria-label={text.importLabel} className="mt-1.5 flex max-w-md flex-col gap-2 text-sm">
      {imports.map(({ noun, done, seen }) => (
        <li key={noun}>
          <span className="tnum flex flex-wrap justify-between gap-x-3">
            <span>{text.nouns[noun](seen, number.format(seen))}</span>
            <span className="text-muted">
              {done ? text.importDone : seen > 0 ? text.importRunning : text.importWaiting}
            </span>
          </span>
          {!done && seen > 0 ? <Progress label={text.importOf[noun]} done={null} className="mt-1" /> : null}
        </li>
      ))}
    </ul>
  )
}
