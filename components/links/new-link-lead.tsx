import { links } from '@/lib/messages/links'

/** What helps with a new link: the preview beside the form, or the button that brings it. */
export function NewLinkLead() {
  return (
    <>
      <span className="max-lg:hidden">{links.form.lead}</span>
      <span className="lg:hidden">{links.form.leadOnPhone}</span>
    </>
  )
}
