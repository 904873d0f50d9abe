import { notFoundPage } from '@/app/(checkout)/reader'

export default notFoundPage('receipt.notFoundTitle', 'receipt.notFound')
