'use client'

import { Check, ChevronsUpDown, Plus, Settings } from 'lucide-react'
import { useCan, useMember } from '@/components/data/member'
import { isOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { Mark } from '@/components/page/message-page'
import { useTexts } from '@/components/texts/texts-provider'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '@/components/ui/menu'
import type { Frame } from '@/lib/dashboard/web/frame'
import { cn } from '@/lib/ui/cn'

type Props = Pick<Frame, 'team' | 'accounts'>

export function TeamMenu({ team, accounts }: Props) {
  const t = useTexts()
  const { account } = useMember()
  const mayConnect = useCan('connection.manage')
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="hit flex min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-left font-semibold hover:bg-hover md:max-rail:justify-center md:max-rail:px-0"
        >
          <Mark className="size-6 shrink-0" />
          <span className="sr-only">{t('shell.teamMenu')}</span>
          <bdi className="min-w-0 flex-1 truncate md:max-rail:sr-only" title={account.name}>
            {account.name}
          </bdi>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted md:max-rail:hidden" />
        </button>
      }
    >
      <MenuHeading>
        {t('shell.teamRole', { team: team.name, role: t(`shell.roles.${team.role}`) })}
      </MenuHeading>
      {accounts.map(({ slug, name }) => (
        <MenuItem key={slug} asChild>
          {/* A full page load discards the state of the previous account. */}
          <a
            href={`/${slug}`}
            aria-current={slug === account.slug ? 'true' : undefined}
            onClick={(event) => isOnline() || event.preventDefault()}
          >
            <Check
              aria-hidden
              className={cn('size-4 text-accent-text', slug !== account.slug && 'invisible')}
            />
            <bdi className="min-w-0 truncate">{name}</bdi>
          </a>
        </MenuItem>
      ))}
      <MenuSeparator />
      {mayConnect ? (
        <MenuItem asChild>
          <PageLink href="/settings/connect">
            <Plus aria-hidden className="size-4 text-muted" />
            {t('shell.connectAccount')}
          </PageLink>
        </MenuItem>
      ) : null}
      <MenuItem asChild>
        <PageLink href="/settings">
          <Settings aria-hidden className="size-4 text-muted" />
          {t('shell.settings')}
        </PageLink>
      </MenuItem>
    </Menu>
  )
}
