import { notFound } from 'next/navigation'

/** Nothing else lies below a sign-up page: said as the customer’s, not on the page that leads a merchant home. */
export default function LostSignUp() {
  notFound()
}
