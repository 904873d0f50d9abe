import { translatorOf } from '@/lib/messages/catalogue'

/** The English texts, by which tests find things. */
export const english = translatorOf('en')

/** The texts and formats of an English reader. */
export const ENGLISH = { t: english, language: 'en', locale: 'en' } as const
