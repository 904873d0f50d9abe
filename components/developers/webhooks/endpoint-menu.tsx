'use client'

import { Ellipsis, Pencil, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { endpointHref } from '@/components/developers/hrefs'
import { useGo } from '@/components/navigation/use-go'
import { fieldDialog } from '@/components/settings/field-dialog-part'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'
import type { EndpointActions } from './endpoint-actions'
import { useRenewEndpoints } from './queries'

const formDialog = lazyModule(() =>
  import('./endpoint-form-dialog').then(({ EndpointFormDialog }) => EndpointFormDialog),
)
const testDialog = lazyModule(() => import('./test-event-dialog').then((module) => module.TestEventDialog))

type Change = 'pause' | 'resume' | 'delete'

const iconClasses = 'size-4 text-muted'

type Props = {
  endpoint: ShownEndpoint
  actions: EndpointActions
  /** False if the test event is the only permitted action. */
  changes: boolean
  /** True if the address asks for the dialog of the test event. Closing it restores the endpoint's address. */
  opensTest: boolean
  /** True if http://localhost is a permitted URL. */
  allowsLocalhost: boolean
}

/** Renders the actions on an endpoint: the test event, pause or resume, and the less common ones. */
export function EndpointMenu({ endpoint, actions, changes, opensTest, allowsLocalhost }: Props) {
  const [dialog, setDialog] = useState<Change | 'edit' | 'test' | null>(null)
  const toast = useToast()
  const go = useGo()
  const renew = useRenewEndpoints()
  const FormDialog = useLazyModule(formDialog)
  const TestDialog = useLazyModule(testDialog)
  const FieldDialog = useLazyModule(fieldDialog)
  const { id, status } = endpoint
  const close = () => {
    setDialog(null)
    if (opensTest) go(endpointHref(id), { replace: true, scroll: false })
  }
  useEffect(() => {
    if (opensTest) void testDialog.loadOrNull().then((here) => here && setDialog('test'))
  }, [opensTest])

  async function ask(change: Change) {
    if (await fieldDialog.loadOrNull()) setDialog(change)
  }

  const asked = dialog === 'pause' || dialog === 'resume' || dialog === 'delete' ? dialog : null
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        icon={<Send aria-hidden className="size-4" />}
        onPointerEnter={testDialog.preload}
        onFocus={testDialog.preload}
        onClick={async () => {
          if (await testDialog.loadOrNull()) setDialog('test')
        }}
      >
        {copy.test.open}
      </Button>
      {changes ? (
        <>
          {status === 'PAUSED' ? (
            <Button onClick={() => void ask('resume')}>{copy.resume.submit}</Button>
          ) : (
            <Button onClick={() => void ask('pause')}>{copy.pause.submit}</Button>
          )}
          <Menu
            trigger={
              <Button
                aria-label={copy.more}
                title={copy.more}
                className="min-w-9 px-0 pointer-coarse:min-w-11"
              >
                <Ellipsis aria-hidden className="size-4" />
              </Button>
            }
          >
            <MenuItem
              icon={<Pencil aria-hidden className={iconClasses} />}
              onSelect={() => void formDialog.loadOrNull().then((here) => here && setDialog('edit'))}
            >
              {copy.edit}
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              danger
              icon={<Trash2 aria-hidden className="size-4" />}
              onSelect={() => void ask('delete')}
            >
              {copy.delete.submit}
            </MenuItem>
          </Menu>
        </>
      ) : null}
      {FormDialog && dialog === 'edit' ? (
        <FormDialog
          endpoint={endpoint}
          allowsLocalhost={allowsLocalhost}
          send={(draft, stepUp) => actions.edit({ id, ...draft }, stepUp)}
          onClose={close}
          onDone={() => {
            close()
            renew()
            toast({ message: copy.form.saved })
          }}
        />
      ) : null}
      {TestDialog && dialog === 'test' ? (
        <TestDialog endpoint={endpoint} send={actions.sendTest} onClose={close} />
      ) : null}
      {FieldDialog && asked ? (
        <FieldDialog
          {...changeCopy(asked, endpoint)}
          name={null}
          danger={asked === 'delete'}
          act={(stepUp) => actions.change({ id, to: asked }, stepUp)}
          onDone={() => {
            if (asked === 'delete') go('/developers/webhooks', { replace: true, whenBack: true })
            else close()
            renew()
            toast({ about: `endpoint-status:${id}`, message: copy[asked].done })
          }}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

function changeCopy(change: Change, { own, url }: ShownEndpoint) {
  const { title, lead, submit, failed } = copy[change]
  return {
    title,
    lead: (
      <span className="wrap-anywhere flex flex-col gap-2">
        {own ? <span className="font-medium text-text">{copy[change].ownLead}</span> : null}
        <span>{lead(url)}</span>
      </span>
    ),
    submitLabel: submit,
    failed,
    ...(change === 'delete' ? { cancelLabel: copy.delete.keep } : {}),
  }
}
