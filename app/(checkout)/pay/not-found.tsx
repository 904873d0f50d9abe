import { notFoundPage } from '@/app/(checkout)/reader'

export default notFoundPage('pay.ends.notFoundTitle', 'pay.ends.notFound')
