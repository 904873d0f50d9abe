import { Property, PropertyList } from '@/components/ui/property-list'
import { pay } from '@/lib/messages/pay'

export type ReceiptFacts = {
  amount: string
  title: string | null
  card: string | null
  when: string | null
  payer: string
  reference: string
  authorization: string | null
}

/** What a payer keeps of a payment, line by line. */
export function ReceiptLines({ amount, title, card, when, payer, reference, authorization }: ReceiptFacts) {
  const lines = [
    [pay.receipt.amount, amount],
    [pay.receipt.for, title],
    [pay.receipt.paidWith, card],
    [pay.receipt.payer, payer],
    [pay.receipt.when, when],
    [pay.receipt.authorization, authorization],
    [pay.receipt.reference, reference],
  ] as const
  return (
    <PropertyList>
      {lines.map(([name, value]) =>
        value ? (
          <Property key={name} name={name}>
            <bdi className="tnum wrap-anywhere font-medium">{value}</bdi>
          </Property>
        ) : null,
      )}
    </PropertyList>
  )
}
