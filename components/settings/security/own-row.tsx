import type { ReactNode } from 'react'
import { Dotted } from '@/components/ui/dotted'

type Props = { name: ReactNode; badge?: ReactNode; children: ReactNode; action: ReactNode }

/** Renders one of the user's own sessions or passkeys: its name, its facts and the button that ends it. */
export function OwnRow({ name, badge, children, action }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {name}
          {badge}
        </p>
        <div className="text-muted text-sm">
          <Dotted>{children}</Dotted>
        </div>
      </div>
      {action}
    </li>
  )
}
