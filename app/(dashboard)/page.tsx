import { redirectToAccount } from '@/lib/dashboard/web/member'

export default function HomeAddress() {
  return redirectToAccount('/')
}
