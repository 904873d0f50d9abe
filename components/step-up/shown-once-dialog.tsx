import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { saveFile } from '@/components/ui/save-file'

type Props = {
  title: string
  lead: string
  label: string
  /** Name of the secret in the label of the copy button; by default `label`. */
  copied?: string
  secret: string
  rows?: number
  file?: string
  opener?: RefObject<HTMLElement | null> | undefined
  onStored: () => void
}

/** Renders a key or a secret that is shown only once. The dialog closes only after the member confirms that it is stored. */
export function ShownOnceDialog({ label, secret, file, ...props }: Props) {
  const t = useTexts()
  return (
    <Dialog
      onClose={() => {}}
      title={props.title}
      description={props.lead}
      isHeld
      opener={props.opener}
      className="sm:w-[34rem]"
      footer={
        <>
          <CopyButton value={secret} label={t('common.copyThing', { thing: props.copied ?? label })} />
          {file ? (
            <Button
              Icon={Download}
              onClick={() => saveFile(new Blob([`${secret}\n`], { type: 'text/plain' }), file)}
            >
              {t('common.download')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={props.onStored}>
            {t('step-up.stored')}
          </Button>
        </>
      }
    >
      <Field label={label}>
        <Textarea
          readOnly
          value={secret}
          rows={props.rows ?? 2}
          spellCheck={false}
          onFocus={({ target }) => target.select()}
          className="min-h-0 resize-none break-all font-mono text-xs pointer-coarse:text-sm"
        />
      </Field>
    </Dialog>
  )
}
