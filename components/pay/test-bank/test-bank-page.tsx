import type { Translate } from '@/lib/messages/translator'

type Props = {
  state: 'open' | 'approved' | 'refused' | 'over'
  /** Name of the merchant; null if the bank does not know it. */
  shop: string | null
  amount: string
  /** Address to which the form posts the decision. */
  action: string
  /** Address of the merchant's page; null if the payer came from none. */
  returnUrl: string | null
  t: Translate
}

const button = 'min-h-11 cursor-pointer border-2 border-text px-5 font-mono text-lg'

/** Renders the test bank's page, which deliberately looks unlike this product. Works without scripts. */
export function TestBankPage({ state, shop, amount, action, returnUrl, t }: Props) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunken font-mono">
      <header className="border-text border-b-2 bg-surface px-4 py-3 font-bold text-lg uppercase tracking-widest">
        {t('test-bank.name')}
      </header>
      <main className="mx-auto flex w-full max-w-[30rem] flex-col gap-6 px-4 py-8 sm:flex-1 sm:justify-center sm:pb-[16vh]">
        <h1 className="text-xl">{t(`test-bank.${state}.title`)}</h1>
        <p className="text-muted">{t(`test-bank.${state}.lead`)}</p>
        <dl className="flex flex-col gap-3 border-2 border-text bg-surface p-4 text-lg">
          {shop ? (
            <div className="flex justify-between gap-6">
              <dt>{t('test-bank.shop')}</dt>
              <dd className="wrap-anywhere min-w-0 text-right font-bold">
                <bdi>{shop}</bdi>
              </dd>
            </div>
          ) : null}
          <div className="flex flex-wrap justify-between gap-x-6">
            <dt>{t('test-bank.amount')}</dt>
            <dd className="tnum font-bold">
              <bdi>{amount}</bdi>
            </dd>
          </div>
        </dl>
        {state === 'open' ? (
          <>
            <form method="post" action={action} className="grid gap-3 sm:grid-cols-2">
              <button
                type="submit"
                name="decision"
                value="approve"
                className={`${button} bg-text text-canvas`}
              >
                {t('test-bank.approve')}
              </button>
              <button type="submit" name="decision" value="refuse" className={`${button} bg-surface`}>
                {t('test-bank.refuse')}
              </button>
            </form>
            <p className="flex flex-col gap-1 text-muted text-sm">
              {returnUrl ? (
                <a className="hit self-start text-text underline underline-offset-4" href={returnUrl}>
                  {t('test-bank.leave')}
                </a>
              ) : null}
              {t('test-bank.leaveNote')}
            </p>
          </>
        ) : returnUrl ? (
          <a className={`${button} inline-flex items-center self-start bg-surface`} href={returnUrl}>
            {t('test-bank.back')}
          </a>
        ) : null}
      </main>
    </div>
  )
}
