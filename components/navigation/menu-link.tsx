import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { MenuItem } from '@/components/ui/menu'
import { PageLink } from './page-link'

/** Renders a menu's item that leads to a page. */
export function MenuLink({
  Icon,
  children,
  ...page
}: ComponentProps<typeof PageLink> & { Icon: LucideIcon }) {
  return (
    <MenuItem asChild>
      <PageLink {...page}>
        <Icon aria-hidden className="size-4 text-muted" />
        {children}
      </PageLink>
    </MenuItem>
  )
}
