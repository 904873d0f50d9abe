import { notFoundPage } from '@/app/(checkout)/reader'

export default notFoundPage('join.notFoundTitle', 'join.notFound')
