export const buttonVariants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover shadow-card',
  secondary: 'bg-surface text-text border border-border hover:bg-hover hover:border-border-strong',
  quiet: 'text-muted hover:bg-hover hover:text-text',
  danger: 'bg-danger-fill text-on-danger not-disabled:not-aria-disabled:hover:[filter:brightness(0.95)]',
} as const

export const buttonSizes = {
  sm: 'hit px-2.5 text-sm gap-1.5',
  md: 'min-h-9 pointer-coarse:min-h-11 px-3.5 text-base gap-2',
  lg: 'min-h-12 px-5 text-lg gap-2',
  icon: 'hit min-w-8 pointer-coarse:min-w-11 justify-center text-base',
} as const

/** Returns the classes of a button, for code that every page loads first. Other code uses Button. */
export function buttonLook(variant: keyof typeof buttonVariants, size: keyof typeof buttonSizes): string {
  return `button ${buttonVariants[variant]} ${buttonSizes[size]}`
}
