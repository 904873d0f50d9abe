import { lexer } from 'marked'
import { GuideBody, GuideLine } from '@/components/docs/guide-body'
import { docs } from '@/lib/messages/docs'
import { FieldList } from './field-list'
import { Part, Under } from './part'
import type { Reference } from './read-reference'

/** Renders the conventions of every call: formats, lists, headers, the error body. */
export function Conventions({ reference }: { reference: Reference }) {
  return (
    <Part id="conventions" level={2} title={docs.conventions}>
      <GuideBody tokens={lexer(reference.description)} isBeside />
      <Under level={3} title={docs.authorizationTitle}>
        <p className="text-base">
          <GuideLine text={reference.authorization} />
        </p>
      </Under>
      <Under level={3} title={docs.listTitle}>
        <p className="mb-3 text-base text-muted">
          <GuideLine text={docs.listLead} />
        </p>
        <FieldList fields={reference.list} isAnswered />
      </Under>
      <Under level={3} title={docs.headersTitle}>
        <FieldList fields={reference.headers} isAnswered />
      </Under>
      <Under level={3} title={docs.errorTitle}>
        <p className="mb-3 text-base text-muted">
          <GuideLine text={docs.errorLead} />
        </p>
        <FieldList fields={reference.error} isAnswered />
      </Under>
    </Part>
  )
}

/** Renders every error code under the anchor that the operations link to. */
export function ErrorCodes({ errors }: { errors: Reference['errors'] }) {
  return (
    <Part id="codes" level={2} title={docs.codesTitle}>
      <ul className="divide-y divide-border/70">
        {errors.map(({ status, code, message }) => (
          <li
            key={code}
            id={code}
            className="scroll-mt-6 max-lg:scroll-mt-20 rounded-sm py-2.5 target:bg-accent-soft"
          >
            <p className="flex flex-wrap items-baseline gap-x-2.5 text-sm">
              <span className="tnum text-muted">{status}</span>
              <code className="wrap-anywhere font-medium font-mono">{code}</code>
            </p>
            <p className="mt-0.5 text-base text-muted">{message}</p>
          </li>
        ))}
      </ul>
    </Part>
  )
}
