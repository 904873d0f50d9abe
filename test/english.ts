import { translatorOf } from '@/lib/messages/catalogue'

/** The English texts, by which tests find things. */
export const english = translatorOf('en')
