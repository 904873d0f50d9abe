'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { RowTime } from '@/components/time/row-time'
import { Card } from '@/components/ui/card'
import type { LinkImport } from '@/lib/dashboard/schema/link-import'
import { numberFormat } from '@/lib/domain/formatters'
import { linkImports } from '@/lib/messages/link-imports'

/** Renders the latest link imports. */
export function LinkImportsList({ imports }: { imports: readonly LinkImport[] }) {
  const number = numberFormat(useLocale().locale)
  const { progress, recent } = linkImports
  return (
    <Card title={recent}>
      <ul className="flex flex-col">
        {imports.map(({ id, name, state, total, done, failed, created_at }) => {
          const href = `/links/import/${encodeURIComponent(id)}`
          return (
            <li
              key={id}
              className="relative flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2 hover:bg-hover"
            >
              <PageLink
                href={href}
                dir="auto"
                className="hit wrap-anywhere grow basis-48 font-medium after:absolute after:inset-0 after:content-['']"
              >
                {name}
              </PageLink>
              <span className="text-sm">{progress.state[state]}</span>
              <span className="tnum text-muted text-sm">
                {progress.bar(number.format(done + failed), number.format(total))}
              </span>
              <span className="text-muted text-sm">
                <RowTime iso={created_at} href={href} />
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
