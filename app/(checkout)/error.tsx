'use client'

import { Failed, type FailedProps } from '@/components/page/failed'
import { useTexts } from '@/components/texts/texts-provider'

/** Shows an error of a payer's page in the payer's language. */
export default function PayerFailed(props: FailedProps) {
  const t = useTexts()
  const texts = {
    failedTitle: t('failure.failedTitle'),
    failedHint: t('failure.failedHint'),
    failedHintPlain: t('failure.failedHintPlain'),
    offlineTitle: t('failure.offlineTitle'),
    offlineHint: t('failure.offlineHint'),
    awayTitle: t('failure.awayTitle'),
    awayHint: t('failure.awayHint'),
    retry: t('failure.retry'),
    reference: (digest: string) => t('failure.reference', { digest }),
  }
  return <Failed {...props} texts={texts} />
}
