import { links } from '@/lib/messages/links'

/** From here on it is told how much room is left. */
const NEARLY_FULL = 0.75

/** How many characters a text may still grow or has too many, in words, once it is nearly as long as it may be; else null. */
export function roomLeft(text: string, most: number): string | null {
  const length = [...text.trim()].length
  if (length > most) return links.form.charactersOver(length - most)
  return length > most * NEARLY_FULL ? links.form.charactersLeft(most - length) : null
}
