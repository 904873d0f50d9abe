'use client'

import { Ellipsis, Plus } from 'lucide-react'
import { useMember } from '@/components/data/member'
import { MenuLink } from '@/components/navigation/menu-link'
import { isWithin, ON_BAR, offeredItems } from '@/components/navigation/nav-items'
import { PageLink } from '@/components/navigation/page-link'
import { useScreenPath } from '@/components/navigation/use-go'
import { offeredCreations } from '@/components/search/creations'
import { useTexts } from '@/components/texts/texts-provider'
import { Menu } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/tooltip'

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
