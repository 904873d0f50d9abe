import { redirectToAccount } from '@/lib/dashboard/web/member'

/** The bare Home redirects to the account used last. */
export default function HomeAddress() {
  return redirectToAccount('/')
}
