import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { PageLink } from './page-link'

type Page = Pick<ComponentProps<typeof PageLink>, 'href' | 'scroll' | 'children'>
type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'icon' | 'className'>

export function ButtonLink({ variant, icon, className, ...page }: Page & Look) {
  return (
    <Button asChild variant={variant} icon={icon} className={className}>
      <PageLink {...page} />
    </Button>
  )
}

export function InlineLink(page: Page) {
  return (
    <TextLink>
      <PageLink {...page} />
    </TextLink>
  )
}
