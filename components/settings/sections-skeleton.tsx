import { PageHeader } from '@/components/shell/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { common } from '@/lib/messages/common'
import { cn } from '@/lib/ui/cn'
import { Panel, SettingsSection } from './settings-section'

type Props = {
  title: string
  lead: string
  back?: { href: string; label: string }
  /** The first sections, which is what a screen shows; `lines` is how many rows each has; the last one may have a hint. */
  sections: readonly { id: string; title: string; lead: string; lines: number; hinted?: boolean }[]
}

/** Sections on their way: all that is known of them, at the height that they will have. */
export function SectionsSkeleton({ title, lead, back, sections }: Props) {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      <PageHeader title={title} lead={lead} {...(back ? { back } : {})} />
      {sections.map(({ id, title: name, lead: purpose, lines, hinted }) => (
        <SettingsSection key={id} id={id} title={name} lead={purpose}>
          <Panel className="px-4 py-1.5 sm:px-5">
            {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
              <div
                key={line}
                className={cn(
                  'flex h-11 items-center gap-3 border-border/70 border-t first:border-t-0',
                  hinted && 'last:h-14.75',
                )}
              >
                <span className="w-22 shrink-0 sm:w-32">
                  <Skeleton className="w-20" />
                </span>
                <Skeleton className="max-w-48 grow" />
              </div>
            ))}
          </Panel>
        </SettingsSection>
      ))}
    </div>
  )
}
