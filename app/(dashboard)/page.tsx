import { redirectToAccount } from '@/lib/dashboard/web/member'

/** Redirects the bare Home to the account used last. */
export default function HomeAddress() {
  return redirectToAccount('/')
}
