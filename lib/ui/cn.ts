import { extendTailwindMerge } from 'tailwind-merge'

/**
 * Joins class names; a later Tailwind class wins over an earlier one of the same kind. The named shadows and animations are
 * those of `app/theme.css`.
 */
export const cn = extendTailwindMerge({
  extend: {
    theme: {
      animate: ['after-rest', 'arrive', 'fade', 'rise', 'sheet', 'sheet-side', 'slide'],
      shadow: ['card', 'float'],
    },
  },
})
