import { notFoundPage } from '@/components/pay/page/pay-layout'
import { pay } from '@/lib/messages/pay'

export default notFoundPage(pay.ends.notFoundTitle, pay.ends.notFound)
