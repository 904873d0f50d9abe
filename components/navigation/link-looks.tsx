import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { PageLink } from './page-link'

type Page = Pick<ComponentProps<typeof PageLink>, 'href' | 'scroll' | 'children'>
type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon' | 'className'>

/** Renders a link to a page of the dashboard that looks like a button. */
export function ButtonLink({ variant, size, icon, className, ...page }: Page & Look) {
  return (
    <Button asChild variant={variant} size={size} icon={icon} className={className}>
      <PageLink {...page} />
    </Button>
  )
}

/** Renders a link to a page of the dashboard within text. */
export function InlineLink({ className, ...page }: Page & Pick<Look, 'className'>) {
  return (
    <TextLink className={className}>
      <PageLink {...page} />
    </TextLink>
  )
}
