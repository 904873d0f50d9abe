import { pay } from '@/lib/messages/pay'

/** Whom a payer can ask. */
export type PayMerchant = { name: string; email: string; phone: string | null }

/** Name, e-mail and, where there is one, telephone of the merchant, each of them usable. */
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
