import {
  ArrowLeftRight,
  BookOpen,
  CircleHelp,
  CodeXml,
  CreditCard,
  FileText,
  FolderDown,
  History,
  Keyboard,
  KeyRound,
  Landmark,
  Link2,
  ListChecks,
  LogOut,
  type LucideIcon,
  Plus,
  ShieldCheck,
  Table2,
  UserPlus,
  Users,
} from 'lucide-react'
import { findToChargeHref } from '@/components/customers/customers-href'
import { developerTabs } from '@/components/developers/developers-header'
import { linksHref } from '@/components/links/links-href'
import { paymentsHref } from '@/components/payments/payments-href'
import { signOut } from '@/components/shell/account/sign-out'
import { applyTheme, themes } from '@/components/shell/account/theme'
import { themeIcons } from '@/components/shell/account/theme-icons'
import { offeredItems } from '@/components/shell/frame/nav-items'
import { PageLink } from '@/components/shell/navigation/page-link'
import type { ComboboxGroup } from '@/components/ui/combobox'
import { Kbd } from '@/components/ui/kbd'
import { paymentStatuses, shownLinkStatuses } from '@/lib/contract/states'
import { audit } from '@/lib/messages/audit'
import { bankMatch } from '@/lib/messages/bank-match'
import { charges } from '@/lib/messages/charges'
import { developers } from '@/lib/messages/developers'
import { exports } from '@/lib/messages/exports'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { payouts } from '@/lib/messages/payouts'
import { search } from '@/lib/messages/search'
import { shell } from '@/lib/messages/shell'
import { statements } from '@/lib/messages/statements'
import { team } from '@/lib/messages/team'
import { matchingEntries, type PaletteEntry } from './matching-entries'

type Choice = PaletteEntry & { Icon: LucideIcon; shortcut?: readonly string[] } & (
    | { href: string }
    | { act: () => void }
  )

/** The tab of each state, found by the state's name. */
const stateEntries: Choice[] = [
  ...paymentStatuses.map((status) => ({
    key: `payments-${status}`,
    href: paymentsHref({ status }),
    label: search.paymentsIn[status],
    Icon: ArrowLeftRight,
    also: search.also.paymentsIn[status],
    needs: `${payments.status[status]} ${search.also.paymentsIn[status]}`,
  })),
  ...shownLinkStatuses.map((status) => ({
    key: `links-${status}`,
    href: linksHref({ status }),
    label: search.linksIn[status],
    Icon: Link2,
    also: search.also.linksIn[status],
    needs: `${links.status[status]} ${search.also.linksIn[status]}`,
  })),
]

/** Each tab of `Developers`, found by its name. */
const developerEntries: Choice[] = developerTabs.map((tab) => ({
  key: `developers-${tab}`,
  href: `/developers/${tab}`,
  label: search.developersIn(developers.tabs[tab]),
  Icon: CodeXml,
  also: search.also.developersIn[tab],
  needs: `${developers.tabs[tab]} ${search.also.developersIn[tab]}`,
}))

/** Permissions of the member's role, and the objects that it may create. */
type May = {
  granted: readonly string[]
  mayCreateLinks: boolean
  mayCreateCustomers: boolean
  mayCharge: boolean
}

/** Returns the screens and actions that match a text; for an empty one those that are always offered. */
export function entryGroups(text: string, may: May, onShowKeys: () => void): ComboboxGroup[] {
  const go: Choice[] = [
    ...offeredItems(may.granted).map(({ href, label, Icon, id, letter }) => ({
      key: id,
      href,
      label,
      Icon,
      also: search.also[id],
      shortcut: ['G', letter.toUpperCase()],
    })),
    { key: 'payouts', href: '/payouts', label: payouts.title, Icon: Landmark, also: search.also.payouts },
    {
      key: 'statements',
      href: '/balance/statements',
      label: statements.title,
      Icon: FileText,
      also: search.also.statements,
      needs: `${statements.title} ${search.also.statements}`,
    },
    {
      key: 'bank-match',
      href: '/balance/match',
      label: bankMatch.title,
      Icon: ListChecks,
      also: search.also.bankMatch,
      needs: `${bankMatch.title} ${search.also.bankMatch}`,
    },
    {
      key: 'exports',
      href: '/exports',
      label: exports.title,
      Icon: FolderDown,
      also: search.also.exports,
      needs: `${exports.title} ${search.also.exports}`,
    },
    { key: 'cases', href: '/charges', label: charges.cases.title, Icon: CircleHelp, also: search.also.cases },
    {
      key: 'security',
      href: '/settings/security',
      label: shell.security,
      Icon: ShieldCheck,
      also: search.also.security,
      needs: `${shell.security} ${search.also.security}`,
    },
    { key: 'audit', href: '/settings/audit', label: audit.title, Icon: History, also: search.also.audit },
    {
      key: 'documentation',
      href: '/docs',
      label: search.documentation,
      Icon: BookOpen,
      also: search.also.documentation,
    },
    ...(may.granted.includes('developers.read') ? developerEntries : []),
    ...stateEntries,
    {
      key: 'team',
      href: '/settings/team',
      label: team.title,
      Icon: Users,
      also: search.also.team,
      needs: `${team.title} ${search.also.team}`,
    },
    {
      key: 'api-key',
      href: '/settings#connections',
      label: search.apiKey,
      Icon: KeyRound,
      also: search.also.apiKey,
      needs: search.also.apiKey,
    },
  ]
  const create: Choice = {
    key: 'new-link',
    href: '/links/new',
    label: search.newLink,
    Icon: Plus,
    also: search.also.newLink,
    shortcut: ['C'],
  }
  const createCustomer: Choice = {
    key: 'new-customer',
    href: '/customers/new',
    label: search.newCustomer,
    Icon: UserPlus,
    also: search.also.newCustomer,
  }
  const charge: Choice = {
    key: 'charge',
    href: findToChargeHref,
    label: shell.charge,
    Icon: CreditCard,
    also: search.also.charge,
  }
  const importLinks: Choice = {
    key: 'import-links',
    href: '/links/import',
    label: search.importLinks,
    Icon: Table2,
    also: search.also.importLinks,
  }
  const act: Choice[] = [
    ...(may.mayCreateLinks ? [create] : []),
    ...(may.mayCharge ? [charge] : []),
    ...(may.mayCreateCustomers ? [createCustomer] : []),
    ...(may.mayCreateLinks ? [importLinks] : []),
    {
      key: 'keys',
      act: onShowKeys,
      label: search.keys,
      Icon: Keyboard,
      also: search.also.keys,
      shortcut: ['?'],
    },
    ...themes.map((theme) => ({
      key: `theme-${theme}`,
      act: () => applyTheme(theme),
      label: search.theme(shell.themes[theme]),
      Icon: themeIcons[theme],
      also: search.also.theme,
    })),
    { key: 'sign-out', act: signOut, label: shell.signOut, Icon: LogOut, also: search.also.signOut },
  ]
  return [
    { key: 'go', label: search.go, options: matchingEntries(go, text).map(optionOf) },
    { key: 'act', label: search.act, options: matchingEntries(act, text).map(optionOf) },
  ].filter(({ options }) => options.length > 0)
}

function optionOf(choice: Choice) {
  const content = (
    <>
      <choice.Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
      <span title={choice.label} className="min-w-0 flex-1 truncate">
        {choice.label}
      </span>
      {choice.shortcut ? (
        <span aria-hidden className="flex gap-1 pointer-coarse:hidden">
          {choice.shortcut.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ) : null}
    </>
  )
  return {
    key: choice.key,
    element:
      'href' in choice ? (
        <PageLink href={choice.href}>{content}</PageLink>
      ) : (
        <button type="button" onClick={choice.act}>
          {content}
        </button>
      ),
  }
}
