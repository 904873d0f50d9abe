import { notFoundPage } from '@/app/(checkout)/reader'

export default notFoundPage('test-bank.notFoundTitle', 'test-bank.notFound')
