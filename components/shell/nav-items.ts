import { ArrowLeftRight, House, Link2, Settings } from 'lucide-react'
import { shell } from '@/lib/messages/shell'

/** The places that exist, in the order of the rail and of the bar; `letter` is what opens each after `g`. */
export const navItems = [
  { id: 'home', href: '/', label: shell.home, Icon: House, letter: 'h' },
  { id: 'links', href: '/links', label: shell.links, Icon: Link2, letter: 'l' },
  { id: 'payments', href: '/payments', label: shell.payments, Icon: ArrowLeftRight, letter: 'p' },
  { id: 'settings', href: '/settings', label: shell.settings, Icon: Settings, letter: 's' },
] as const

/** Whether `pathname` lies in the place at `href`. */
export function isWithin(pathname: string, href: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
}
