import { links } from '@/lib/messages/links'

/** What helps with a new link: the preview beside the form. Where a button brings it, that says so itself. */
export function NewLinkLead() {
  return <span className="max-lg:hidden">{links.form.lead}</span>
}
