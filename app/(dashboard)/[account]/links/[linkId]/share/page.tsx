import { memberPage, withReads } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { ShareScreen } from '@/components/links/share'

/** Shows how to share a link, after its creation (`?made=1`, also after a reload) or later. */
export default memberPage(null, ({ member, account, params: { linkId: id = '' }, search }) =>
  withReads(
    member,
    [read(account, 'links/detail', { id })],
    <ShareScreen id={id} made={search.made === '1'} />,
  ),
)
