import { ArrowLeftRight, CodeXml, House, Landmark, Link2, Settings, Users } from 'lucide-react'
import { shell } from '@/lib/messages/shell'

/** Permission that an item requires; null = none. */
type Need = 'developers.read' | null

/**
 * The navigation items in the order of the rail and the bar. `letter` opens one after `g`; the sheet of keys and the palette
 * read it here too. `holds`: paths of other screens that belong to the item. `needs`: the required permission.
 */
export const navItems = [
  { id: 'home', href: '/', label: shell.home, Icon: House, letter: 'h', holds: [], needs: null },
  {
    id: 'payments',
    href: '/payments',
    label: shell.payments,
    Icon: ArrowLeftRight,
    letter: 'p',
    holds: [],
    needs: null,
  },
  {
    id: 'customers',
    href: '/customers',
    label: shell.customers,
    Icon: Users,
    letter: 'c',
    holds: [],
    needs: null,
  },
  { id: 'links', href: '/links', label: shell.links, Icon: Link2, letter: 'l', holds: [], needs: null },
  {
    id: 'balance',
    href: '/balance',
    label: shell.balance,
    Icon: Landmark,
    letter: 'b',
    holds: [],
    needs: null,
  },
  {
    id: 'developers',
    href: '/developers',
    label: shell.developers,
    Icon: CodeXml,
    letter: 'd',
    holds: [],
    needs: 'developers.read',
  },
  {
    id: 'settings',
    href: '/settings',
    label: shell.settings,
    Icon: Settings,
    letter: 's',
    holds: ['/payouts'],
    needs: null,
  },
] as const satisfies readonly { needs: Need; [key: string]: unknown }[]

/** Returns the items of a member whose role has the permissions `granted`. */
export function offeredItems(granted: readonly string[]) {
  return navItems.filter(({ needs }) => needs === null || granted.includes(needs))
}

/** Number of items on a phone's bar; `More` contains the others. */
export const ON_BAR = 3

/** Returns whether a path belongs to the item at `href` or to a path that it `holds`. */
export function isWithin(pathname: string, href: string, holds: readonly string[] = []): boolean {
  if (href === '/') return pathname === '/'
  return [href, ...holds].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}
