import { ArrowLeftRight, CodeXml, House, Landmark, Link2, Settings, Users } from 'lucide-react'
import { shell } from '@/lib/messages/shell'

/** Permission by which a place is offered; null = to everybody. */
type Need = 'developers.read' | null

/**
 * The places that exist, in the order of the rail and of the bar. `letter` opens each after `g`; the sheet of keys and
 * the palette read it here, so that no list of keys can differ from another. `holds`: addresses that are reached from the
 * place and lie elsewhere. `needs`: the permission without which a member is not offered the place.
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

/** Returns the places that are offered to a member whose role has the permissions `granted`. */
export function offeredItems(granted: readonly string[]) {
  return navItems.filter(({ needs }) => needs === null || granted.includes(needs))
}

/** How many of them a phone's bar has room for; `More` holds the others. */
export const ON_BAR = 3

/** Whether `pathname` lies in the place at `href`, or in one that the place holds. */
export function isWithin(pathname: string, href: string, holds: readonly string[] = []): boolean {
  if (href === '/') return pathname === '/'
  return [href, ...holds].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}
