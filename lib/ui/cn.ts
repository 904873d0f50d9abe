import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Knows the shadows and animations of `app/theme.css`, which it would take for colors or for none of Tailwind's classes. */
const mergeClasses = extendTailwindMerge({
  extend: {
    theme: {
      animate: ['after-rest', 'arrive', 'fade', 'rise', 'sheet', 'sheet-side', 'slide'],
      shadow: ['card', 'float'],
    },
  },
})

/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
