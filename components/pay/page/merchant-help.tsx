import { Mail, Phone } from 'lucide-react'
import { pay } from '@/lib/messages/pay'
import type { PayMerchant } from './merchant-contact'
import { CopyReference, Reference } from './reference'

type Props = {
  merchant: PayMerchant
  /** Reference by which the merchant finds this payment; null if there is none yet. */
  reference: string | null
}

/** Renders the merchant's contact for questions, with the reference to give. */
export function MerchantHelp({ merchant: { name, email, phone }, reference }: Props) {
  const link =
    'hit wrap-anywhere inline-flex max-w-full items-start gap-2 self-start py-[5px] pointer-coarse:py-[11px] text-text decoration-border-strong underline-offset-3 hover:underline'
  const icon = 'mt-[3px] size-4 shrink-0 text-muted'
  return (
    <section className="flex flex-col border-t pt-4 print:hidden">
      <p className="text-sm">
        <span className="font-medium">{pay.questions}</span>{' '}
        <span className="wrap-anywhere text-muted">
          <bdi>{pay.askMerchant(name)}</bdi>
        </span>
      </p>
      <div className="mt-1 flex flex-wrap gap-x-6">
        <a className={link} href={`mailto:${email}`}>
          <Mail aria-hidden className={icon} />
          {email}
        </a>
        {phone ? (
          <a className={link} href={`tel:${phone.replace(/[^0-9+]/g, '')}`}>
            <Phone aria-hidden className={icon} />
            <bdi className="whitespace-nowrap">{phone}</bdi>
          </a>
        ) : null}
      </div>
      {reference ? (
        <div className="mt-2 text-muted text-xs">
          <p className="flex items-center gap-1">
            {pay.reference}
            <CopyReference id={reference} />
          </p>
          <Reference id={reference} />
        </div>
      ) : null}
    </section>
  )
}
