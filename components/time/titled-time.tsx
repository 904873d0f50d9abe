'use client'

import type { ReactNode } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { times } from '@/lib/messages/times'
import { exactTime } from './format-time'

type Props = { iso: string; className?: string; children: ReactNode }

/** A moment in words that leave something out; all of it, with the zone and UTC, is one hover away. */
export function TitledTime({ iso, className, children }: Props) {
  const { timeZone } = useLocale()
  return (
    <time dateTime={iso} title={times.exact(exactTime(iso, timeZone), iso)} className={className}>
      {children}
    </time>
  )
}
