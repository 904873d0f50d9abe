import { pay } from '@/lib/messages/pay'

/** Renders the accepted brands, the most common first. The payer's pages render it on the server, without script. */
export function AcceptedBrands() {
  const more = pay.acceptedMore
  return (
    <span className="flex flex-wrap items-center justify-end gap-1" title={more.join(', ')}>
      <span className="sr-only">{pay.accepted}</span>
      {pay.acceptedFirst.map((brand) => (
        <span key={brand} className="rounded-sm border px-1.5 font-medium">
          {brand}
        </span>
      ))}
      <span aria-hidden>+{more.length}</span>
      <span className="sr-only">{more.join(', ')}</span>
    </span>
  )
}
