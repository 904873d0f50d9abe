// biome-ignore-all lint/a11y/noRedundantRoles: `display: grid` on a phone removes the implicit roles
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/ui/cn'

/* A table in a container of 42rem, otherwise rows of two columns. Roles are explicit
   because `display` removes them. */

type Props = { label: string; children: ReactNode; className?: string }

/** Renders a table whose rows have two columns on a phone; `label` is its accessible name. */
export function Table({ label, children, className }: Props) {
  return (
    <div className="@container">
      <table
        role="table"
        aria-label={label}
        className={cn(
          'block w-full text-left @2xl:table @2xl:border-separate @2xl:border-spacing-0 @2xl:rounded-lg @2xl:bg-surface @2xl:shadow-card',
          className,
        )}
      >
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup" className="hidden @2xl:table-header-group">
      <tr role="row">{children}</tr>
    </thead>
  )
}

export function HeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={cn(
        'h-8 whitespace-nowrap px-3 font-medium text-muted text-xs first:pl-4 last:pr-4',
        className,
      )}
      {...rest}
    />
  )
}

export function TableBody({ children }: { children: ReactNode }) {
  return (
    <tbody
      role="rowgroup"
      className="flex flex-col rounded-lg bg-surface shadow-card @2xl:table-row-group @2xl:rounded-none @2xl:bg-transparent @2xl:shadow-none"
    >
      {children}
    </tbody>
  )
}

/** Renders a row. Its one `RowLink` covers it, so a new tab, copying the URL and the middle button work. */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr role="row" className={cn('record', className)} {...rest} />
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td role="cell" className={cn('record-cell', className)} {...rest} />
}

/** The class of the link that covers its row; put `data-row` on the link. */
export const rowLinkClasses = 'record-link'
