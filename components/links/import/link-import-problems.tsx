'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { numberFormat } from '@/lib/contract/formatters'
import { METADATA_KEY_MAX } from '@/lib/contract/limits'
import { linkBatches } from '@/lib/messages/link-batches'
import type { ReadTable } from './read-table'

const words = linkBatches
/** More names are only counted: an export of another program may have sixty. */
const NAMES_MAX = 12

type Props = {
  table: ReadTable
  /** Takes the text as it is once the heading is mended. */
  onMend: (text: string) => void
}

/** What is to be said of a table as a whole, in one banner: why it cannot be read, or what is not taken of it. */
export function LinkImportProblems({ table, onMend }: Props) {
  const { locale } = usePlace()
  const number = numberFormat(locale)
  const { problems, doubts, leftOut, mends } = table
  const others = leftOut.slice(0, NAMES_MAX).join(', ')
  const more = leftOut.length - NAMES_MAX
  const names = more > 0 ? words.moreNames(others, number.format(more)) : others
  const left =
    leftOut.length === 0
      ? []
      : problems.length > 0
        ? [words.alsoThere(names)]
        : [words.leftOut(number.format(leftOut.length), names, leftOut.length === 1), ...hintFor(leftOut)]
  const [title, ...lines] = [...problems, ...doubts, ...left]
  if (title === undefined) return null
  return (
    <Banner
      tone={problems.length > 0 ? 'danger' : doubts.length > 0 ? 'warning' : 'info'}
      title={<span className="wrap-anywhere">{title}</span>}
    >
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere text-pretty">
          {line}
        </p>
      ))}
      {mends.length > 0 ? (
        <div className="mt-2 flex flex-wrap gap-2">
          {mends.map(({ label, text }) => (
            <Button key={label} size="sm" className="max-w-full" onClick={() => onMend(text)}>
              <span className="min-w-0 truncate">{label}</span>
            </Button>
          ))}
        </div>
      ) : null}
    </Banner>
  )
}

/** By an example of the table itself, if any of its names can be one. */
function hintFor(leftOut: readonly string[]): readonly string[] {
  const example = leftOut.find((name) => /^[\w-]+$/.test(name) && name.length <= METADATA_KEY_MAX)
  return example === undefined ? [] : [words.leftOutHint(example, leftOut.length === 1)]
}
