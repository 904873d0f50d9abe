import { ChevronRight } from 'lucide-react'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Panel, SettingsSection } from './settings-section'

type Row = { href: string; title: string; hint: string }

/** Renders links to other pages, one per row. */
export function LinkRows({ rows }: { rows: readonly Row[] }) {
  return (
    <Panel className="overflow-hidden">
      <ul className="divide-y divide-border/70">
        {rows.map(({ href, title, hint }) => (
          <li key={href}>
            <PageLink
              href={href}
              className="flex min-h-11 items-center gap-3 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{title}</span>
                <span className="block text-muted text-sm">{hint}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </PageLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type SectionProps = { id: string; title: string; lead: string; rows: readonly Row[] }

/** Renders a section that only links to other pages. */
export function LinkSection({ rows, ...section }: SectionProps) {
  return (
    <SettingsSection {...section}>
      <LinkRows rows={rows} />
    </SettingsSection>
  )
}
