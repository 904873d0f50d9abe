import { redirectToAccount } from '@/lib/dashboard/web/member'

/** The bare Home leads to the account used last. */
export default function HomeAddress() {
  return redirectToAccount('/')
}
