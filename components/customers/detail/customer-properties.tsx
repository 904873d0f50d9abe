import { CopyMark, ShortId } from '@/components/data/short-id'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import { customerDetail as copy } from '@/lib/messages/customer-detail'

/** Renders a customer's names and values. */
export function CustomerProperties({ customer }: { customer: ShownCustomer }) {
  const { id, external_ref: reference, source, created_at: created } = customer
  return (
    <Card title={copy.properties}>
      <PropertyList>
        {reference ? (
          <Property name={copy.reference} action={<CopyMark value={reference} name={copy.reference} />}>
            <bdi className="wrap-anywhere">{reference}</bdi>
          </Property>
        ) : null}
        <Property name={copy.source}>{copy.sources[source]}</Property>
        <Property name={copy.created}>
          <DateTime iso={created} />
        </Property>
        <Property name={copy.id}>
          <ShortId id={id} name={copy.id} />
        </Property>
      </PropertyList>
    </Card>
  )
}
