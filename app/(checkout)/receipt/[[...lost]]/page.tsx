import { notFound } from 'next/navigation'

/** Nothing else lies below a receipt: said as the payer’s, not on the page that leads a merchant home. */
export default function LostReceipt() {
  notFound()
}
