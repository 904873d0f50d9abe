import { CreditCard, Link2, Plug, Table2, UserPlus } from 'lucide-react'
import { findToChargeHref } from '@/components/customers/face'

/** Number of actions on a phone's bar. */
const ON_BAR = 3
/** Actions that create an object on a screen of its own. The palette offers all, a phone's bar the first `ON_BAR`. */
const creations = [
  { id: 'newLink', needs: 'links.create', href: '/links/new', Icon: Link2, shortcut: ['C'] },
  { id: 'charge', needs: 'charges.create', href: findToChargeHref, Icon: CreditCard },
  { id: 'newCustomer', needs: 'customers.write', href: '/customers/new', Icon: UserPlus },
  { id: 'importLinks', needs: 'links.create', href: '/links/import', Icon: Table2 },
  { id: 'connectAccount', needs: 'connection.manage', href: '/settings/connect', Icon: Plug },
] as const

/** Returns the actions of a member whose role has the permissions `granted`; `onBar` limits them to a phone's bar. */
export function offeredCreations(granted: readonly string[], onBar = false) {
  return creations.slice(0, onBar ? ON_BAR : undefined).filter(({ needs }) => granted.includes(needs))
}
