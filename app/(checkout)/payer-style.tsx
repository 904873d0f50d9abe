import { headers } from 'next/headers'
import { buildFile } from '@/lib/platform/build-file'
import { nonceOf } from '@/lib/ui/page-headers'

export async function PayerStyle() {
  const nonce = nonceOf((await headers()).get('content-security-policy'))
  // biome-ignore lint/style/noProcessEnv: the build removes the branch
  if (process.env.NODE_ENV === 'development') await import('./development-style')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is a file of the build
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: buildFile('payer.css') }} />
}
