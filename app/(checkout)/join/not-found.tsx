import { notFoundPage } from '@/components/pay/page/pay-layout'
import { join } from '@/lib/messages/join'

export default notFoundPage(join.notFoundTitle, join.notFound)
