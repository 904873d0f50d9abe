import { pay } from '@/lib/messages/pay'

/** The merchant's contact for a payer. */
export type PayMerchant = { name: string; email: string; phone: string | null }

/** Renders the merchant's name, e-mail and optional phone number, the latter two as links. */
export function MerchantContact({ merchant: { name, email, phone } }: { merchant: PayMerchant }) {
  const link = 'wrap-anywhere text-accent-text underline underline-offset-2'
  return (
    <>
      <p className="wrap-anywhere">
        {pay.questions} <bdi>{pay.askMerchant(name)}</bdi>
      </p>
      <p className="flex flex-wrap justify-center gap-x-5">
        <a className={link} href={`mailto:${email}`}>
          {email}
        </a>
        {phone ? (
          <a className={link} href={`tel:${phone.replace(/[^0-9+]/g, '')}`}>
            <bdi className="whitespace-nowrap">{phone}</bdi>
          </a>
        ) : null}
      </p>
    </>
  )
}
