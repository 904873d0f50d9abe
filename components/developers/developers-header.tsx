'use client'

import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/navigation/link-looks'
import { PageLink } from '@/components/navigation/page-link'
import { PageHeader } from '@/components/page/page-header'
import { useTexts } from '@/components/texts/texts-provider'
import { EmptyState } from '@/components/ui/empty-state'
import { TabLink, TabRow } from '@/components/ui/tabs'
import type { PanelAbsence } from '@/lib/contract/panel/endpoints'

/** Tabs of `Developers` in their order, by the last segment of their address. */
export const developerTabs = ['keys', 'webhooks', 'deliveries', 'events', 'requests'] as const

type Props = {
  current: (typeof developerTabs)[number]
  action?: ReactNode
}

/** Renders the title of a tab of `Developers`, its primary button, and the links to the other tabs. */
export function DevelopersHeader({ current, action }: Props) {
  const t = useTexts()
  return (
    <>
      <PageHeader title={t(`developers.tabs.${current}`)} action={action} />
      <div className="mb-5">
        <TabRow label={t('developers.title')}>
          {developerTabs.map((tab) => (
            <TabLink key={tab} current={tab === current}>
              <PageLink href={`/developers/${tab}`}>{t(`developers.tabs.${tab}`)}</PageLink>
            </TabLink>
          ))}
        </TabRow>
      </div>
    </>
  )
}

type NoPanelProps = {
  absence: PanelAbsence
  /** True for a member who may connect the account again. */
  manages: boolean
}

/** Renders the reason why an account has no panel in `Developers`, with the action that fixes it. */
export function NoPanel({ absence, manages }: NoPanelProps) {
  const t = useTexts()
  const isElsewhere = absence !== 'disconnected' && absence !== 'key_refused'
  return (
    <>
      <PageHeader title={t('developers.title')} />
      <EmptyState
        kind="forbidden"
        title={t(`developers.absent.${absence}.title`)}
        action={
          manages || isElsewhere ? (
            <ButtonLink variant="primary" href={isElsewhere ? '/settings/webhook' : '/settings#connections'}>
              {t(isElsewhere ? 'developers.openSettings' : 'developers.connect')}
            </ButtonLink>
          ) : undefined
        }
      >
        {t(`developers.absent.${absence}.hint`)}
        {manages || isElsewhere ? null : ` ${t('developers.askManager')}`}
      </EmptyState>
    </>
  )
}
