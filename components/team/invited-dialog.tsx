import type { RefObject } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Invited } from '@/lib/dashboard/team/invitations'

/** Way of a new invitation's link: by mail, in the outbox of test mode, or shown to the member. */
export type LinkWay = 'mailed' | 'shown' | 'noMail'

type InvitedProps = {
  invited: Invited
  link: LinkWay
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

export function InvitedDialog({ invited: { email, url }, link, opener, onClose }: InvitedProps) {
  const t = useTexts()
  return (
    <Dialog
      onClose={onClose}
      title={t('team.share.title', { email })}
      description={t(`team.share.${link}`)}
      opener={opener}
      footer={
        <>
          <Button variant={url === null ? 'primary' : 'secondary'} onClick={onClose}>
            {t('team.share.done')}
          </Button>
          {url === null ? null : <CopyButton variant="primary" value={url} label={t('team.share.copy')} />}
        </>
      }
    >
      {url === null ? null : (
        <Field label={t('team.share.label')}>
          <Input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </Field>
      )}
    </Dialog>
  )
}
