import { ArrowLeftRight, CodeXml, House, Landmark, Link2, Settings, Users } from 'lucide-react'
import { shell } from '@/lib/messages/shell'

/**
 * The places that exist, in the order of the rail and of the bar. `letter` opens each after `g`; the sheet of keys and
 * the palette read it here, so that no list of keys can differ from another. `holds`: addresses that are reached from the
 * place and lie elsewhere.
 */
export const navItems = [
  { id: 'home', href: '/', label: shell.home, Icon: House, letter: 'h', holds: [] },
  { id: 'payments', href: '/payments', label: shell.payments, Icon: ArrowLeftRight, letter: 'p', holds: [] },
  { id: 'customers', href: '/customers', label: shell.customers, Icon: Users, letter: 'c', holds: [] },
  { id: 'links', href: '/links', label: shell.links, Icon: Link2, letter: 'l', holds: [] },
  { id: 'balance', href: '/balance', label: shell.balance, Icon: Landmark, letter: 'b', holds: [] },
  {
    id: 'developers',
    href: '/developers',
    label: shell.developers,
    Icon: CodeXml,
    letter: 'd',
    holds: [],
  },
  {
    id: 'settings',
    href: '/settings',
    label: shell.settings,
    Icon: Settings,
    letter: 's',
    holds: ['/payouts', '/audit'],
  },
] as const

/** How many of them a phone's bar has room for; `More` holds the others. */
export const ON_BAR = 3

/** Whether `pathname` lies in the place at `href`, or in one that the place holds. */
export function isWithin(pathname: string, href: string, holds: readonly string[] = []): boolean {
  if (href === '/') return pathname === '/'
  return [href, ...holds].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}
