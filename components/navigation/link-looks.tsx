import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { PageLink } from './page-link'

type Page = ComponentProps<typeof PageLink>
type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'Icon' | 'className'>

export function ButtonLink({ variant, size, Icon, className, ...page }: Page & Look) {
  return (
    <Button asChild {...{ variant, size, Icon, className }}>
      <PageLink {...page} />
    </Button>
  )
}

export function InlineLink({ className, ...page }: Page) {
  return (
    <TextLink className={className}>
      <PageLink {...page} />
    </TextLink>
  )
}
