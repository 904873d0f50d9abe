'use client'

import { Check, ChevronsUpDown, Ellipsis, Plus, Search, Settings } from 'lucide-react'
import { useCan, useMember } from '@/components/data/member'
import { useKeyboard } from '@/components/keyboard/keyboard'
import { MenuLink } from '@/components/navigation/menu-link'
import { isWithin, ON_BAR, offeredItems } from '@/components/navigation/nav-items'
import { isOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { useScreenPath } from '@/components/navigation/use-go'
import { Mark } from '@/components/page/message-page'
import { offeredCreations } from '@/components/search/creations'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/tooltip'
import type { Frame } from '@/lib/dashboard/web/frame'
import { cn } from '@/lib/ui/cn'

/** Renders the items of the left rail. A narrow rail shows their labels on hover and focus, and to screen readers. */
export function RailNav() {
  const t = useTexts()
  const { granted } = useMember()
  const pathname = useScreenPath()
  return (
    <nav aria-label={t('shell.mainNavigation')} data-places="main">
      <ul className="flex flex-col gap-0.5 pointer-coarse:[@media(height<27rem)]:gap-0">
        {offeredItems(granted).map(({ href, label, Icon, holds }) => (
          <li key={href}>
            <Tooltip content={t(label)} side="right" className="rail:hidden">
              <PageLink
                href={href}
                marksPending
                aria-current={isWithin(pathname, href, holds) ? 'page' : undefined}
                className="hit flex items-center gap-2.5 rounded-md px-2.5 font-medium text-muted transition-colors hover:bg-hover hover:text-text here:bg-accent-soft here:text-accent-text max-rail:pointer-fine:min-h-9 max-rail:justify-center max-rail:px-0"
              >
                <Icon aria-hidden className="size-4 shrink-0 max-rail:size-4.5" strokeWidth={1.9} />
                <span className="max-rail:sr-only">{t(label)}</span>
              </PageLink>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const BEFORE_PLUS = 2
const place =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-muted text-xs focus-visible:-outline-offset-2 here:font-medium here:text-accent-text'

/** Renders the bottom bar of a phone: three screens, a menu of objects to create, and a menu of the other screens. */
export function BottomBar() {
  const t = useTexts()
  const { granted } = useMember()
  const made = offeredCreations(granted, true)
  const pathname = useScreenPath()
  const currentIn = (href: string, holds: readonly string[]) =>
    isWithin(pathname, href, holds) ? 'page' : undefined
  const offered = offeredItems(granted)
  const items = offered.slice(0, ON_BAR).map(({ href, label, Icon, holds }) => (
    <li key={href} className="min-w-0 flex-1">
      <PageLink href={href} marksPending aria-current={currentIn(href, holds)} className={place}>
        <Icon aria-hidden className="size-5" strokeWidth={1.8} />
        {t(label)}
      </PageLink>
    </li>
  ))
  const others = offered.slice(ON_BAR)
  const isInOthers = others.some(({ href, holds }) => currentIn(href, holds))
  return (
    <nav
      aria-label={t('shell.mainNavigation')}
      data-places="main"
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex items-center">
        {items.slice(0, BEFORE_PLUS)}
        {made.length > 0 ? (
          <li className="flex flex-1 justify-center">
            <Menu
              side="top"
              trigger={
                <button
                  type="button"
                  aria-label={t('shell.createMenu')}
                  className="flex size-11 items-center justify-center rounded-full bg-accent text-on-accent"
                >
                  <Plus aria-hidden className="size-5" />
                </button>
              }
            >
              {made.map(({ id, href, Icon }) => (
                <MenuLink key={href} href={href} Icon={Icon}>
                  {t(`shell.${id}`)}
                </MenuLink>
              ))}
            </Menu>
          </li>
        ) : null}
        {items.slice(BEFORE_PLUS)}
        <li className="min-w-0 flex-1">
          <Menu
            side="top"
            trigger={
              <button type="button" aria-current={isInOthers ? 'true' : undefined} className={place}>
                <Ellipsis aria-hidden className="size-5" strokeWidth={1.8} />
                {t('shell.more')}
              </button>
            }
          >
            {others.map(({ href, label, Icon, holds }) => (
              <MenuLink key={href} href={href} aria-current={currentIn(href, holds)} Icon={Icon}>
                {t(label)}
              </MenuLink>
            ))}
          </Menu>
        </li>
      </ul>
    </nav>
  )
}

/** Renders the button that opens the palette: like a field in the rail, an icon in the bar of a phone. */
export function SearchButton({ compact = false }: { compact?: boolean }) {
  const t = useTexts()
  const { openSearch, preloadSearch, apple } = useKeyboard()
  const shared = {
    onClick: openSearch,
    onPointerEnter: preloadSearch,
    onFocus: preloadSearch,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': apple ? 'Meta+K' : 'Control+K',
  } as const
  if (compact) {
    return (
      <Button
        {...shared}
        variant="quiet"
        size="icon"
        aria-label={t('search.open')}
        Icon={Search}
        className="[&>svg]:size-5"
      />
    )
  }
  return (
    <button
      {...shared}
      type="button"
      className="hit flex items-center gap-2.5 rounded-md border bg-canvas px-2.5 text-left text-muted transition-colors hover:border-border-strong hover:text-text max-rail:min-h-9 max-rail:justify-center max-rail:px-0"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 max-rail:sr-only">{t('search.open')}</span>
      <span aria-hidden className="flex gap-0.5 max-rail:hidden pointer-coarse:hidden">
        <Kbd>{t(apple ? 'keyboard.names.command' : 'keyboard.names.control')}</Kbd>
        <Kbd>{t('keyboard.names.palette')}</Kbd>
      </span>
    </button>
  )
}

export function TeamMenu({ team, accounts }: Pick<Frame, 'team' | 'accounts'>) {
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
        <MenuLink href="/settings/connect" Icon={Plus}>
          {t('shell.connectAccount')}
        </MenuLink>
      ) : null}
      <MenuLink href="/settings" Icon={Settings}>
        {t('shell.settings')}
      </MenuLink>
    </Menu>
  )
}
