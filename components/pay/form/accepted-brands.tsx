import { pay } from '@/lib/messages/pay'

/** Renders the accepted brands, the most common first. The payer's pages render it on the server, without script. */
export function AcceptedBrands() {
  const { accepted, acceptedFirst, acceptedMore: more } = pay
  return (
    <p className="text-right" title={more.join(', ')}>
      <span className="sr-only">{accepted} </span>
      {acceptedFirst} <span aria-hidden>+{more.length}</span>
      <span className="sr-only">, {more.join(', ')}</span>
    </p>
  )
}
