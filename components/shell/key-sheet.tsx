import { Fragment } from 'react'
import { useMember } from '@/components/data/member'
import { offeredItems } from '@/components/navigation/nav-items'
import { useTexts } from '@/components/texts/texts-provider'
import { CheckField } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

type Line = { label: string; keys: readonly string[]; joint?: string }

type Props = {
  open: boolean
  onClose: () => void
  apple: boolean
  singleKeys: boolean
  onSingleKeys: (on: boolean) => void
}

/** Renders all keys of the dashboard, and the switch that turns single keys off (WCAG 2.1.4). */
export function KeySheet({ open, onClose, apple, singleKeys, onSingleKeys }: Props) {
  const t = useTexts()
  const { granted } = useMember()
  const anywhere: Line[] = [
    {
      label: t('keyboard.keys.palette'),
      keys: [apple ? t('keyboard.names.command') : t('keyboard.names.control'), t('keyboard.names.palette')],
    },
    { label: t('keyboard.keys.search'), keys: ['/'] },
    ...(granted.includes('links.create') ? [{ label: t('keyboard.keys.newLink'), keys: ['C'] }] : []),
    { label: t('keyboard.keys.showKeys'), keys: ['?'] },
  ]
  const go: Line[] = offeredItems(granted).map(({ id, letter }) => ({
    label: t(`keyboard.keys.${id}`),
    keys: ['G', letter.toUpperCase()],
    joint: t('keyboard.afterwards'),
  }))
  const lists: Line[] = [
    { label: t('keyboard.keys.nextRow'), keys: ['J'] },
    { label: t('keyboard.keys.previousRow'), keys: ['K'] },
    { label: t('keyboard.keys.openRow'), keys: [t('keyboard.names.enter')] },
    { label: t('keyboard.keys.copy'), keys: ['Y'] },
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('keyboard.title')}
      description={t('keyboard.lead')}
      className="sm:w-[34rem]"
    >
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Keys title={t('keyboard.groups.anywhere')} lines={anywhere} />
        <Keys title={t('keyboard.groups.go')} lines={go} />
        <Keys title={t('keyboard.groups.lists')} lines={lists} />
      </div>
      <div className="mt-5 border-t pt-4">
        <CheckField
          label={t('keyboard.singleKeys')}
          hint={t('keyboard.singleKeysHint')}
          checked={singleKeys}
          onChange={(event) => onSingleKeys(event.target.checked)}
        />
      </div>
    </Dialog>
  )
}

function Keys({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-muted text-xs">{title}</h3>
      <dl className="flex flex-col">
        {lines.map((line) => (
          <div key={line.label} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="min-w-0">{line.label}</dt>
            <dd className="flex shrink-0 items-center gap-1 text-muted text-xs">
              {line.keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && line.joint ? line.joint : null}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
