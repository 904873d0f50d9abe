import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { problemSentence } from '@/components/links/problem-sentence'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Cell, HeadCell, Row, rowLinkClasses, Table, TableBody, TableHead } from '@/components/ui/table'
import type { LinkImportRow } from '@/lib/dashboard/schema/link-import'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'

const copy = linkImports
const tones = { WAITING: 'neutral', DONE: 'success', FAILED: 'danger' } as const
const icons = { WAITING: Clock, DONE: CircleCheck, FAILED: CircleAlert } as const
/** Limit of the list. Failures come first, so all of them are shown up to it. */
const SHOWN_MAX = 100

/** Renders the result of each row: the link or the problem. */
export function LinkImportRows({ rows, currency }: { rows: readonly LinkImportRow[]; currency: string }) {
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const failed = rows.filter(({ state }) => state === 'FAILED')
  const sorted = [...failed, ...rows.filter(({ state }) => state !== 'FAILED')]
  return (
    <>
      <Table label={copy.progress.result}>
        <TableHead>
          <HeadCell>{copy.name}</HeadCell>
          <HeadCell className="text-right">{copy.amount}</HeadCell>
          <HeadCell>{copy.progress.result}</HeadCell>
          <HeadCell className="w-12">
            <span className="sr-only">{links.share.copy}</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {sorted.slice(0, SHOWN_MAX).map((row) => (
            <Row
              key={row.position}
              className="min-h-0 grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 py-2.5"
            >
              <Cell className="@2xl:w-1/2 @2xl:max-w-0">
                {row.link_id ? (
                  <PageLink
                    href={`/links/${encodeURIComponent(row.link_id)}`}
                    data-row
                    dir="auto"
                    title={row.title}
                    className={`wrap-anywhere line-clamp-2 @2xl:line-clamp-1 ${rowLinkClasses}`}
                  >
                    {row.title}
                  </PageLink>
                ) : (
                  <span dir="auto" title={row.title} className="wrap-anywhere line-clamp-2 @2xl:line-clamp-1">
                    {row.title}
                  </span>
                )}
              </Cell>
              <Cell className="text-right">
                <Amount amount={row.amount} currency={currency} />
              </Cell>
              {/* The state of a card is under the title, on one line with the copy button. */}
              <Cell className="flex flex-wrap items-center gap-x-2 gap-y-1 @2xl:table-cell">
                <RowState state={row.state} />
                {row.problem ? (
                  <span className="text-danger text-sm @2xl:ml-2">{problemSentence(row.problem)}</span>
                ) : null}
              </Cell>
              <Cell className="relative z-10 -my-1.5 -mr-2.5 self-center justify-self-end @2xl:m-0">
                {row.url ? (
                  <CopyButton
                    iconOnly
                    variant="quiet"
                    value={row.url}
                    label={common.copyThing(row.title)}
                    copiedLabel={common.copied}
                    failedLabel={common.copyFailed}
                  />
                ) : null}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {sorted.length > SHOWN_MAX ? (
        <p className="text-muted text-sm">{copy.hiddenRows(number.format(sorted.length - SHOWN_MAX))}</p>
      ) : null}
    </>
  )
}

function RowState({ state }: { state: LinkImportRow['state'] }) {
  const Icon = icons[state]
  return (
    <Badge tone={tones[state]} icon={<Icon aria-hidden strokeWidth={2.5} />}>
      {copy.progress.rowState[state]}
    </Badge>
  )
}
