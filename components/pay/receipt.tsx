import { Property, PropertyList } from '@/components/ui/property-list'
import { pay } from '@/lib/messages/pay'

type Props = {
  amount: string
  title: string
  card: string | null
  when: string | null
  payer: string
  reference: string
  authorization: string | null
}

/** What a payer keeps of a payment. */
export function Receipt({ amount, title, card, when, payer, reference, authorization }: Props) {
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
    <div className="flex flex-col gap-2">
      <PropertyList>
        {lines.map(([name, value]) =>
          value ? (
            <Property key={name} name={name}>
              <bdi className="tnum wrap-anywhere font-medium">{value}</bdi>
            </Property>
          ) : null,
        )}
      </PropertyList>
      <p className="text-muted text-sm">{pay.receipt.note}</p>
    </div>
  )
}
