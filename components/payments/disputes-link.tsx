'use client'

import { TriangleAlert } from 'lucide-react'
import { useRead } from '@/components/data/read'
import { useLocale } from '@/components/locale/locale-provider'
import { ButtonLink } from '@/components/navigation/link-looks'
import { numberFormat } from '@/lib/domain/formatters'
import { disputes } from '@/lib/messages/disputes'
import { DISPUTES_PATH } from './face'

/** Renders the link to the disputes with the number of those that need a response; nothing before the first one. */
export function DisputesLink() {
  const { locale } = useLocale()
  const open = useRead('payments/list/open-disputes', {}).data
  if (!open?.isKnown) return null
  return (
    <ButtonLink icon={<TriangleAlert aria-hidden className="size-4" />} href={DISPUTES_PATH}>
      {open.count > 0 ? disputes.open(numberFormat(locale).format(open.count)) : disputes.title}
    </ButtonLink>
  )
}
