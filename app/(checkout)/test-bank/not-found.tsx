import { notFoundPage } from '@/components/pay/page/pay-layout'
import { testBank } from '@/lib/messages/test-bank'

export default notFoundPage(testBank.notFoundTitle, testBank.notFound)
