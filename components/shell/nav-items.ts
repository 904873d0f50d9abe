import { ArrowLeftRight, House, Link2, Settings } from 'lucide-react'
import { shell } from '@/lib/messages/shell'

/** The places that exist, in the order of the rail and of the bar. */
export const navItems = [
  { href: '/', label: shell.home, Icon: House },
  { href: '/links', label: shell.links, Icon: Link2 },
  { href: '/payments', label: shell.payments, Icon: ArrowLeftRight },
  { href: '/settings', label: shell.settings, Icon: Settings },
] as const

/** Whether `pathname` lies in the place at `href`. */
export function isWithin(pathname: string, href: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
}
