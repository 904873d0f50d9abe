'use client'

import type { ReactNode } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { times } from '@/lib/messages/times'
import { exactTime } from './format-time'

type Props = { iso: string; className?: string; children: ReactNode }

/** Renders an abbreviated moment, with the exact time, the zone and UTC on hover. */
export function TitledTime({ iso, className, children }: Props) {
  const { timeZone } = useLocale()
  return (
    <time dateTime={iso} title={times.exact(exactTime(iso, timeZone), iso)} className={className}>
      {children}
    </time>
  )
}
