import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { PageHeader } from '@/components/shell/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

/** How many lines each of the first sections has, which is what a screen shows. */
const sections = [
  { ...settings.account, id: 'account', lines: 7 },
  { ...settings.payouts, id: 'payouts', lines: 1 },
  { ...settings.connections, id: 'connections', lines: 3 },
] as const

export default function SettingsLoading() {
  return (
    <div role="status" className="max-w-5xl">
      <span className="sr-only">{common.loading}</span>
      <PageHeader title={settings.title} lead={settings.lead} />
      {sections.map(({ id, title, lead, lines }) => (
        <SettingsSection key={id} id={id} title={title} lead={lead}>
          <Panel className="px-4 py-1.5 sm:px-5">
            {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
              <div
                key={line}
                className="flex h-11 items-center gap-3 border-border/70 border-t first:border-t-0"
              >
                <Skeleton className="w-24" />
                <Skeleton className="max-w-48 grow" />
              </div>
            ))}
          </Panel>
        </SettingsSection>
      ))}
    </div>
  )
}
