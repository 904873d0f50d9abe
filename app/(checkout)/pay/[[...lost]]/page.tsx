import { notFound } from 'next/navigation'

/** Nothing else lies below a payer’s pages: said as theirs, not on the page that leads a merchant home. */
export default function LostPayer() {
  notFound()
}
