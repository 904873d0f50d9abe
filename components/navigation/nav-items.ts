import { ArrowLeftRight, CodeXml, House, Landmark, Link2, Settings, Users } from 'lucide-react'

const icons = {
  home: House,
  payments: ArrowLeftRight,
  customers: Users,
  links: Link2,
  balance: Landmark,
  developers: CodeXml,
  settings: Settings,
}
// Object.keys loses the key type.
const ids = Object.keys(icons) as (keyof typeof icons)[]

/** Addresses of screens that are not at their id. Developers leads to its first tab, without the redirect of `/developers`. */
const hrefs: Partial<Record<(typeof ids)[number], string>> = { home: '/', developers: '/developers/keys' }
const holds: Partial<Record<(typeof ids)[number], string[]>> = {
  developers: ['/developers'],
  settings: ['/payouts'],
}

/**
 * The navigation items in the order of the rail and the bar. `letter` opens one after `g`; the sheet of keys and the palette
 * read it here too. `holds`: paths of other screens that belong to the item. `needs`: the required permission.
 */
export const navItems = ids.map((id) => ({
  id,
  href: hrefs[id] ?? `/${id}`,
  label: `shell.${id}` as const,
  Icon: icons[id],
  letter: id.charAt(0),
  holds: holds[id] ?? [],
  needs: id === 'developers' ? ('developers.read' as const) : null,
}))

/** Returns the items of a member whose role has the permissions `granted`. */
export function offeredItems(granted: readonly string[]) {
  return navItems.filter(({ needs }) => needs === null || granted.includes(needs))
}

/** Number of items on a phone's bar; `More` contains the others. */
export const ON_BAR = 3

export function isWithin(pathname: string, href: string, holds: readonly string[] = []): boolean {
  if (href === '/') return pathname === '/'
  return [href, ...holds].some((start) => pathname === start || pathname.startsWith(`${start}/`))
}
