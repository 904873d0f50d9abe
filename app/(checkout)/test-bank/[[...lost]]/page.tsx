import { notFound } from 'next/navigation'

/** Nothing else lies below the bank’s page: said as the payer’s, not on the page that leads a merchant home. */
export default function LostAtTheBank() {
  notFound()
}
